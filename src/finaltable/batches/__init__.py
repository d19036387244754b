"""Many tables at once: in memory, in the columns of a frame."""
