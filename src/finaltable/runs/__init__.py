"""Tables in files, many of them: on the threads of this machine or on a cluster."""
