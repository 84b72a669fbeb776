/** 2^53 − 1, the limit of every amount (rules §0). */
export const MAX_AMOUNT = Number.MAX_SAFE_INTEGER

/** Item definition ids are positive 32-bit integers, as on the store platform (rules §17). */
export const MAX_ITEM_ID = 2_147_483_647

/** The hidden bundle that means "nothing" (document 2 §9). */
export const NOTHING_BUNDLE_ID = 40

export const MAX_PACK_ID_LENGTH = 64
export const MAX_VERSION_LENGTH = 32
export const MAX_NAME_LENGTH = 120
export const MAX_DESCRIPTION_LENGTH = 4_000
export const MAX_NEWS_BODY_LENGTH = 20_000
export const MAX_URL_LENGTH = 2_000
export const MAX_ICON_NAME_LENGTH = 80
export const MAX_TAG_LENGTH = 80
export const MAX_TAGS_PER_ITEM = 40
export const MAX_NAMED_TAGS = 2_000

export const MAX_ITEM_FILES = 500
export const MAX_ITEMS_PER_FILE = 20_000
export const MAX_BUNDLE_ENTRIES = 1_000
export const MAX_BUNDLE_STRING_LENGTH = 20_000
export const MAX_STARTER_ITEMS = 100
export const MAX_CHAT_CHANNELS = 50
export const MAX_CHAT_WORDS = 2_000
export const MAX_CHAT_WORD_LENGTH = 60
export const MAX_CHAT_LINK_DOMAINS = 100
export const MAX_DOMAIN_LENGTH = 253

export const MAX_RECIPES_PER_FILE = 20_000
export const MAX_CRAFT_GROUPS = 200
export const MAX_RECIPE_ENTRIES = 100
export const MAX_RECIPE_SLOTS = 20
export const MAX_SLOT_OPTIONS = 200
export const MAX_RENTABLE_ITEMS = 500
export const MAX_SHOP_ITEMS = 200
export const MAX_ROULETTE_PRIZES = 500

export const MAX_NEWS_DAYS = 3_650
export const MAX_NEWS_ENTRIES = 500
export const MAX_NEWS_LINES = 100

/** A year, the longest duration of a job. */
export const MAX_DURATION_SEC = 31_536_000
export const MAX_COEFFICIENT = 1_000
export const MAX_CHANCE_PERCENT = 1_000_000

export const MAX_DEMO_TRADERS = 1_000
export const MAX_DEMO_HISTORY_DAYS = 400

/** Bytes of one picture, and of all: the server keeps them in memory. */
export const MAX_PICTURE_BYTES = 512 * 1024
export const MAX_PICTURES_BYTES = 64 * 1024 * 1024
export const MAX_PICTURES_PER_FOLDER = 20_000

/** Larger files are rejected before they are read. */
export const MAX_FILE_BYTES = 32 * 1024 * 1024
/** Problems listed; the last line then says how many more there are. */
export const MAX_REPORTED_PROBLEMS = 500

/** Coins per platform definition, and definitions per coin. */
export const MAX_STORE_COIN_PACK = 1_000_000
export const MAX_STORE_COIN_PACKS = 10
