/** Lists whose members are named in problems by a key instead of an index. */
const NAMED_LISTS: Readonly<Record<string, { label: string; key: string }>> = {
  items: { label: 'item', key: 'id' },
  bundles: { label: 'bundle', key: 'id' },
  generators: { label: 'generator', key: 'id' },
  recipes: { label: 'recipe', key: 'id' },
  groups: { label: 'group', key: 'id' },
  rentable: { label: 'rentable item', key: 'item_id' },
  references: { label: 'item', key: 'item_id' },
  chat_channels: { label: 'chat channel', key: 'id' },
  announcements: { label: 'announcement', key: 'id' },
  changelog: { label: 'version', key: 'version' },
  prizes: { label: 'prize', key: '' },
}

export interface Place {
  readonly entry: string | null
  readonly field: string
}

/** Turns a JSON path into an entry and the field inside it. */
export function placeOf(raw: unknown, path: readonly PropertyKey[]): Place {
  const [list, index] = path
  const named = typeof list === 'string' ? NAMED_LISTS[list] : undefined
  if (named === undefined || typeof index !== 'number' || typeof list !== 'string') {
    return { entry: null, field: formatPath(path) }
  }
  const members = memberOf(raw, list)
  const member: unknown = Array.isArray(members) ? members[index] : undefined
  const id = named.key === '' ? undefined : memberOf(member, named.key)
  const name = typeof id === 'number' || typeof id === 'string' ? String(id) : `#${index + 1}`
  return { entry: `${named.label} ${name}`, field: formatPath(path.slice(2)) }
}

function memberOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null
    ? Object.entries(value).find(([name]) => name === key)?.[1]
    : undefined
}

function formatPath(path: readonly PropertyKey[]): string {
  return path
    .map((part, position) => (typeof part === 'number' ? `[${part}]` : `${position === 0 ? '' : '.'}${String(part)}`))
    .join('')
}
