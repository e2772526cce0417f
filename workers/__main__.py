"""``python -m workers`` is the console command."""

from workers.cli import main

main()
