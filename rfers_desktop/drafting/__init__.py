"""A subscription in the making: what is drawn, typed and chosen, before it is sent; no Qt here."""
