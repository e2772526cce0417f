"""What each kind of decision's moves are worth, seen without playing them where that is enough."""
