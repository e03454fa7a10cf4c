"""The contract, the only room that clients import: values, filter language, codec, MQTT addresses."""
