"""The always-on notification service: link, intake, subscriptions, delivery, journal."""
