"""All Qt: window, map, panels, dialogs."""
