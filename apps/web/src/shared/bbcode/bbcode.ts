/** A description's markup as a tree. Drawn with elements of our own, never as HTML. */
export type BbNode =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'break' }
  | { readonly kind: BbTag; readonly value: string; readonly children: readonly BbNode[] }

export type BbTag = 'b' | 'i' | 'u' | 's' | 'color' | 'url' | 'list' | '*'

const TAG_PATTERN = /\[(\/?)(b|i|u|s|color|url|list|\*)(?:=([^\]\n]{0,2000}))?\]|\r?\n/giu
/** Deeper nesting than this is no description; the rest shows as text. */
const DEPTH_MAX = 16

interface Open {
  readonly tag: BbTag
  readonly value: string
  readonly children: BbNode[]
}

/** Reads BBCode leniently: what it does not know stays as text, what is left open closes at the end. */
export function parseBbCode(source: string): readonly BbNode[] {
  const root: BbNode[] = []
  const open: Open[] = []
  const into = () => open.at(-1)?.children ?? root
  const close = () => {
    const done = open.pop()
    if (done !== undefined) into().push({ kind: done.tag, value: done.value, children: done.children })
  }
  let position = 0

  for (const match of source.matchAll(TAG_PATTERN)) {
    addText(into(), source.slice(position, match.index))
    position = match.index + match[0].length
    const [whole, slash, name, value = ''] = match
    if (name === undefined) into().push({ kind: 'break' })
    else {
      const tag = toTag(name)
      if (slash === '/') {
        const depth = open.findLastIndex((entry) => entry.tag === tag)
        if (depth === -1) addText(into(), whole)
        else while (open.length > depth) close()
      } else if (open.length >= DEPTH_MAX) addText(into(), whole)
      else {
        if (tag === '*' && open.at(-1)?.tag === '*') close()
        open.push({ tag, value: value.trim(), children: [] })
      }
    }
  }
  addText(into(), source.slice(position))
  while (open.length > 0) close()
  return root
}

/** The text of a tree, without its markup. */
export function bbText(nodes: readonly BbNode[]): string {
  return nodes
    .map((node) => (node.kind === 'text' ? node.text : node.kind === 'break' ? '\n' : bbText(node.children)))
    .join('')
}

/** A link's address if it is one a player may be sent to: web pages only. */
export function safeLink(value: string): string | undefined {
  if (!URL.canParse(value)) return undefined
  const { protocol, href } = new URL(value)
  return protocol === 'https:' || protocol === 'http:' ? href : undefined
}

function addText(nodes: BbNode[], text: string): void {
  if (text !== '') nodes.push({ kind: 'text', text })
}

function toTag(name: string): BbTag {
  switch (name.toLowerCase()) {
    case 'b':
      return 'b'
    case 'i':
      return 'i'
    case 'u':
      return 'u'
    case 's':
      return 's'
    case 'color':
      return 'color'
    case 'url':
      return 'url'
    case 'list':
      return 'list'
    default:
      return '*'
  }
}
