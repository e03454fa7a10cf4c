"""How large things on the wire may be; beyond these a message is refused, not processed."""

MAX_MESSAGE_BYTES = 64 * 1024 * 1024  # a thermal image in Base64 fits; anything larger is refused unread
MAX_REQUEST_BYTES = 4 * 1024 * 1024
MAX_VERTICES = 100_000  # of one geometry
MAX_FEATURES = 100_000  # of one FeatureCollection
MAX_TEXT = 10_000  # characters of a text attribute, unless its schema says otherwise
MAX_ID = 128
MAX_NAME = 128  # users, publishers, topics, subscriptions
MAX_FILTER_TEXT = 10_000
MAX_FILTER_PREDICATES = 1_000
MAX_FILTER_DEPTH = 100
MAX_ATTRIBUTES = 200  # of one topic
MAX_TERMS = 1_000  # of one attribute
MAX_BUFFER_M = 2_000_000.0
MAX_BUFFERED_VERTICES = 10_000  # of a zone with a buffer: widening takes about a second for so many
MAX_EXTENT_DEG = 180.0  # wider than this must be cut at the antimeridian (RFC 7946, 3.1.9)
