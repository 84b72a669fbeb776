/** What a visitor has been shown, kept from visit to visit. */
const SEEN_KEY = 'seen-news'
/** What had been shown before this visit, kept until the tab closes, so that a reload takes no mark away. */
const BEFORE_KEY = 'seen-news-before'

/**
 * Returns which of the entries are new since the last visit, and remembers all of them as seen. On the first visit none
 * is new.
 */
export function newSinceLastVisit(
  keys: readonly string[],
  local: Pick<Storage, 'getItem' | 'setItem'>,
  session: Pick<Storage, 'getItem' | 'setItem'>,
): ReadonlySet<string> {
  const before = new Set(readKeys(session.getItem(BEFORE_KEY)) ?? readKeys(local.getItem(SEEN_KEY)) ?? keys)
  session.setItem(BEFORE_KEY, JSON.stringify([...before]))
  local.setItem(SEEN_KEY, JSON.stringify(keys))
  return new Set(keys.filter((key) => !before.has(key)))
}

/** Undefined for missing or malformed text: players can edit their browser's storage. */
function readKeys(text: string | null): readonly string[] | undefined {
  if (text === null) return undefined
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : undefined
  } catch {
    return undefined
  }
}
