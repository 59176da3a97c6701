"""Cuts the power of the ext4 file system at argv[1]: what was not synced is gone (EXT4_IOC_SHUTDOWN, without flushing the journal)."""
import fcntl, os, struct, sys

fcntl.ioctl(os.open(sys.argv[1], os.O_RDONLY), 0x8004587D, struct.pack("I", 2))
