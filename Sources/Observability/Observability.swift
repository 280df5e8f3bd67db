// The module's sources arrive with its first commit.
