"""The MQTT broker the companion can start itself, its accounts and access rules."""
