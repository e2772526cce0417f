"""What RQ runs, and the processes around it: jobs, workers, the supervisor, the command line."""
