import { parseItemId } from '#shared/market/item-address.ts'

/** Parts of a message, in order. */
export type MessagePart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'item'; readonly itemId: number }
  | { readonly kind: 'link'; readonly url: string }
  | { readonly kind: 'mention'; readonly text: string }

interface PartRules {
  /** Addresses on these domains and their subdomains are links; others stay text (rules §12). */
  readonly linkDomains: readonly string[]
  /** The reader's own name. */
  readonly ownName: string
}

const ITEM_OR_ADDRESS = /\[item:(\d{1,10})\]|https?:\/\/[^\s<>"]+/giu
/** Punctuation at the end of an address that belongs to the sentence. */
const TRAILING = /[.,;:!?)\]'»”]+$/u

/** Splits a message into text, items, allowed links and mentions of the reader. */
export function partsOf(text: string, { linkDomains, ownName }: PartRules): MessagePart[] {
  const parts: MessagePart[] = []
  let end = 0
  for (const match of text.matchAll(ITEM_OR_ADDRESS)) {
    const [found, digits] = match
    const itemId = digits === undefined ? undefined : parseItemId(digits)
    const link = digits === undefined ? found.replace(TRAILING, '') : found
    if (itemId === undefined && (digits !== undefined || !isAllowed(link, linkDomains))) continue
    parts.push(...withMentions(text.slice(end, match.index), ownName))
    parts.push(itemId === undefined ? { kind: 'link', url: link } : { kind: 'item', itemId })
    end = match.index + link.length
  }
  return [...parts, ...withMentions(text.slice(end), ownName)]
}

function isAllowed(address: string, domains: readonly string[]): boolean {
  if (!URL.canParse(address)) return false
  const { hostname, username, password } = new URL(address)
  if (username !== '' || password !== '') return false
  return domains.some((domain) => hostname === domain || hostname.endsWith(`.${domain}`))
}

/** Whether a message mentions a name. */
export function mentions(text: string, name: string): boolean {
  return withMentions(text, name).some(({ kind }) => kind === 'mention')
}

function withMentions(text: string, name: string): MessagePart[] {
  if (text === '') return []
  if (name === '') return [{ kind: 'text', text }]
  const parts: MessagePart[] = []
  const called = new RegExp(`@${name.replaceAll(SYNTAX, String.raw`\$&`)}(?![\\p{L}\\p{N}_])`, 'giu')
  let end = 0
  for (const { 0: found, index: at } of text.matchAll(called)) {
    if (endsInWord(text.slice(0, at))) continue
    if (at > end) parts.push({ kind: 'text', text: text.slice(end, at) })
    end = at + found.length
    parts.push({ kind: 'mention', text: found })
  }
  if (end < text.length) parts.push({ kind: 'text', text: text.slice(end) })
  return parts
}

/** Characters with a special meaning in a pattern. */
const SYNTAX = /[\\^$.*+?()[\]{}|/]/gu

/** Whether a sign after this text is inside a word, as in an address; Chinese and Japanese have no spaces before it. */
export function endsInWord(text: string): boolean {
  return /[\p{L}\p{N}_]$/u.test(text) && !/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]$/u.test(text)
}
