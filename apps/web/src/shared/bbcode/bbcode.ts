/** A description's markup as a tree, rendered with our own elements, never as HTML. */
export type BbNode =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'break' }
  | { readonly kind: 'rule' }
  | { readonly kind: BbTag; readonly value: string; readonly children: readonly BbNode[] }

const SHOWN = [
  'b',
  'i',
  'u',
  's',
  'color',
  'url',
  'spoiler',
  'code',
  'heading',
  'quote',
  'list',
  'olist',
  '*',
  'table',
  'tr',
  'th',
  'td',
  'block',
] as const
export type BbTag = (typeof SHOWN)[number]

/** Other spellings of tags on the store platform. */
const SYNONYMS: Readonly<Record<string, BbTag>> = {
  strike: 's',
  h1: 'heading',
  h2: 'heading',
  h3: 'heading',
  h4: 'heading',
  h5: 'heading',
  h6: 'heading',
  dynamiclink: 'url',
  p: 'block',
  center: 'block',
  left: 'block',
  right: 'block',
  expand: 'block',
}
/** Tags that are dropped, keeping their text. */
const WITHOUT_EFFECT = ['size', 'font', 'c', 'carousel', 'sub', 'sup', 'ul', 'ol', 'noparse']
/** Tags that are dropped with their content: an address or a name for a machine. */
const DROPPED = ['img', 'previewyoutube', 'video', 'audio', 'emoticon', 'sticker']
/** Tags whose content is not parsed. */
const VERBATIM: ReadonlySet<string> = new Set(['code', 'noparse'])

const NAMES = [...SHOWN, ...Object.keys(SYNONYMS), ...WITHOUT_EFFECT, ...DROPPED, 'hr']
  .filter((name) => name !== 'heading' && name !== 'block')
  .map((name) => (name === '*' ? String.raw`\*` : name))
  .join('|')
/** `[name]`, `[name=value]`, `[name key=value …]`, end tags, and line breaks. */
const TAG_PATTERN = new RegExp(
  String.raw`\[(\/?)(${NAMES})(?:=([^\]\n]{0,2000})|((?:\s{1,4}\w{1,40}=(?:"[^"\]\n]{0,2000}"|[^\s\]"]{0,2000})){0,8}))\s{0,4}\]|\r?\n`,
  'giu',
)
/** Deeper nesting is not a genuine description; further tags are dropped. */
const DEPTH_MAX = 16
/** Tags that start and end on separate lines. */
const BLOCKS: ReadonlySet<string> = new Set([
  'rule',
  'code',
  'heading',
  'quote',
  'list',
  'olist',
  '*',
  'table',
  'tr',
  'block',
])
/** Tags without text between their entries. */
const FRAMES: ReadonlySet<string> = new Set(['list', 'olist', 'table', 'tr'])

interface Open {
  readonly tag: BbTag
  readonly value: string
  readonly children: BbNode[]
}

/**
 * Parses the store platform's BBCode leniently: unknown tags stay as text, open ones are closed at the end, and a known
 * tag never shows as text.
 */
export function parseBbCode(source: string): readonly BbNode[] {
  const root: BbNode[] = []
  const open: Open[] = []
  const into = () => open.at(-1)?.children ?? root
  const close = () => {
    const done = open.pop()
    if (done !== undefined)
      into().push({ kind: done.tag, value: done.value, children: withoutSpareBreaks(done.children, done.tag) })
  }
  const closeTo = (depth: number) => {
    while (open.length > depth) close()
  }
  let position = 0

  for (const match of source.matchAll(TAG_PATTERN)) {
    if (match.index < position) continue
    addText(into(), source.slice(position, match.index))
    position = match.index + match[0].length
    const [, slash, written, value = '', attributes = ''] = match
    if (written === undefined) {
      // Outside of a list, an entry ends at the end of its line.
      if (open.at(-1)?.tag === '*' && !open.some(({ tag }) => tag === 'list' || tag === 'olist')) close()
      else into().push({ kind: 'break' })
      continue
    }
    const name = written.toLowerCase()
    const tag = toTag(name)
    if (slash === '/') {
      const depth = open.findLastIndex((entry) => entry.tag === tag)
      if (depth !== -1) closeTo(depth)
      continue
    }
    const end = DROPPED.includes(name) || VERBATIM.has(name) ? findEnd(source, name, position) : undefined
    if (end !== undefined) {
      const inner = { kind: 'text', text: source.slice(position, end.start) } as const
      if (name === 'code') into().push({ kind: 'code', value: '', children: inner.text === '' ? [] : [inner] })
      else if (name === 'noparse') addText(into(), inner.text)
      position = end.end
    } else if (name === 'hr') into().push({ kind: 'rule' })
    else if (tag !== undefined && open.length < DEPTH_MAX) {
      const before = startsAfter(tag, open)
      if (before !== -1) closeTo(before)
      open.push({ tag, value: unquoted(value) || hrefOf(attributes), children: [] })
    }
  }
  addText(into(), source.slice(position))
  closeTo(0)
  return withoutSpareBreaks(root)
}

/** The text of a tree, without its markup. */
export function bbText(nodes: readonly BbNode[]): string {
  return nodes
    .map((node) => {
      if (node.kind === 'text') return node.text
      return node.kind === 'break' || node.kind === 'rule' ? '\n' : bbText(node.children)
    })
    .join('')
}

/** A link's address if it is safe for players: web pages only. */
export function safeLink(value: string): string | undefined {
  if (!URL.canParse(value)) return undefined
  const { protocol, href } = new URL(value)
  return protocol === 'https:' || protocol === 'http:' ? href : undefined
}

function addText(nodes: BbNode[], text: string): void {
  if (text !== '') nodes.push({ kind: 'text', text })
}

function toTag(name: string): BbTag | undefined {
  return SYNONYMS[name] ?? SHOWN.find((tag) => tag === name)
}

/** An entry or a cell ends where the next one of the same list, table or row begins. */
function startsAfter(tag: BbTag, open: readonly Open[]): number {
  if (tag !== '*' && tag !== 'td' && tag !== 'th' && tag !== 'tr') return -1
  const ends = tag === '*' ? ['*'] : tag === 'tr' ? ['tr', 'td', 'th'] : ['td', 'th']
  const frames = tag === '*' ? ['list', 'olist'] : tag === 'tr' ? ['table'] : ['table', 'tr']
  const frame = open.findLastIndex((entry) => frames.includes(entry.tag))
  return open.findIndex((entry, depth) => depth > frame && ends.includes(entry.tag))
}

/** The end of a tag whose content is not parsed. */
function findEnd(source: string, name: string, from: number): { start: number; end: number } | undefined {
  const pattern = new RegExp(String.raw`\[\/${name}\s{0,4}\]`, 'giu')
  pattern.lastIndex = from
  const match = pattern.exec(source)
  return match === null ? undefined : { start: match.index, end: match.index + match[0].length }
}

function unquoted(value: string): string {
  return value.trim().replaceAll(/^["']|["']$/gu, '')
}

function hrefOf(attributes: string): string {
  return unquoted(/\b(?:href|url)=("[^"]*"|\S*)/iu.exec(attributes)?.[1] ?? '')
}

/** Drops the single line break next to a block, and everything between a list's entries. */
function withoutSpareBreaks(nodes: readonly BbNode[], parent?: BbTag): BbNode[] {
  const isBlock = (node: BbNode | undefined) => node !== undefined && BLOCKS.has(node.kind)
  if (parent !== undefined && FRAMES.has(parent)) {
    return nodes.filter((node) => node.kind !== 'break' && !(node.kind === 'text' && node.text.trim() === ''))
  }
  const isInBlock = parent !== undefined && (BLOCKS.has(parent) || parent === 'td' || parent === 'th')
  return nodes.filter((node, index) => {
    if (node.kind !== 'break') return true
    const [before, after] = [nodes[index - 1], nodes[index + 1]]
    if (isInBlock && (before === undefined || after === undefined)) return false
    return !isBlock(before) && !isBlock(after)
  })
}
