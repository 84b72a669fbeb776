const ITEM_HASH = /^#?\/?item=(\d{1,6})$/

/** The hash that names an item (document 1 §2), without its number sign. */
export function itemHash(itemId: number): string {
  return `/item=${itemId}`
}

/** The item a hash names, or undefined. */
export function itemOfHash(hash: string): number | undefined {
  const [, id] = ITEM_HASH.exec(hash) ?? []
  return id === undefined ? undefined : Number(id)
}
