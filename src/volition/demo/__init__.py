"""The demo assistant, written as a user would write one."""
