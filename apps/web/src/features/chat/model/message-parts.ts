/** What a message is made of, in its order. */
export type MessagePart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'item'; readonly itemId: number }
  | { readonly kind: 'link'; readonly url: string }
  | { readonly kind: 'mention'; readonly text: string }

interface PartRules {
  /** Addresses on these domains and below them are links; all others stay text (rules §12). */
  readonly linkDomains: readonly string[]
  /** The reader's own name. */
  readonly ownName: string
}

const ITEM_OR_ADDRESS = /\[item:(\d{1,6})\]|https?:\/\/[^\s<>"]+/giu
/** Signs at the end of an address that belong to the sentence around it. */
const TRAILING = /[.,;:!?)\]'»”]+$/u

/** Takes a message apart: items, links where they are allowed, and mentions of the reader. */
export function partsOf(text: string, { linkDomains, ownName }: PartRules): MessagePart[] {
  const parts: MessagePart[] = []
  let end = 0
  for (const match of text.matchAll(ITEM_OR_ADDRESS)) {
    const [found, itemId] = match
    const link = itemId === undefined ? found.replace(TRAILING, '') : found
    if (itemId === undefined && !isAllowed(link, linkDomains)) continue
    parts.push(...withMentions(text.slice(end, match.index), ownName))
    parts.push(itemId === undefined ? { kind: 'link', url: link } : { kind: 'item', itemId: Number(itemId) })
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

/** Whether a message calls somebody by name. */
export function mentions(text: string, name: string): boolean {
  return withMentions(text, name).some(({ kind }) => kind === 'mention')
}

function withMentions(text: string, name: string): MessagePart[] {
  if (text === '') return []
  if (name === '') return [{ kind: 'text', text }]
  const parts: MessagePart[] = []
  const [folded, wanted] = [text.toLowerCase(), `@${name.toLowerCase()}`]
  let end = 0
  for (let at = folded.indexOf(wanted); at >= 0; at = folded.indexOf(wanted, at + 1)) {
    const after = text.slice(at + wanted.length)
    if (at < end || /^[\p{L}\p{N}_]/u.test(after)) continue
    if (at > end) parts.push({ kind: 'text', text: text.slice(end, at) })
    end = at + wanted.length
    parts.push({ kind: 'mention', text: text.slice(at, end) })
  }
  if (end < text.length) parts.push({ kind: 'text', text: text.slice(end) })
  return parts
}
