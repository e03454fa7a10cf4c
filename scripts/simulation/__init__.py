"""The simulated world: assets, sensors, calls, fires and their images, the same for the same seed."""
