/** `ITEM_ID_MAX` of the contract; importing it would pull all its constants into the first script. */
const ID_MAX = 2_147_483_647
const ITEM_HASH = /^#?\/?item=(\d{1,10})$/

/** The hash that names an item (document 1 §2), without its number sign. */
export function itemHash(itemId: number): string {
  return `/item=${itemId}`
}

/** The item a hash names, or undefined. */
export function itemOfHash(hash: string): number | undefined {
  const [, id] = ITEM_HASH.exec(hash) ?? []
  return id === undefined ? undefined : parseItemId(id)
}

/** Parses an item id; undefined outside the valid range (rules §17). */
export function parseItemId(digits: string): number | undefined {
  const itemId = Number(digits)
  return itemId >= 1 && itemId <= ID_MAX ? itemId : undefined
}
