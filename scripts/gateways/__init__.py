"""Gateways from real devices and files to RFERS: each line or file becomes an event, sent with receipts."""
