"""What RQ runs, and the processes around it: jobs, workers, the supervisor, the command line."""

# Before any module of the search is imported: which build of it this process runs.
import service  # noqa: F401
