/** A sale. */
export interface Sale {
  readonly sellerId: string
  readonly buyerId: string
}

/**
 * Groups of players within which goods circulated: the strongly connected components of the graph of sales (Tarjan's
 * algorithm), without groups of one.
 */
export function findClosedGroups(sales: readonly Sale[]): string[][] {
  const buyersOf = new Map<string, string[]>()
  for (const { sellerId, buyerId } of sales) {
    const buyers = buyersOf.get(sellerId)
    if (buyers === undefined) buyersOf.set(sellerId, [buyerId])
    else buyers.push(buyerId)
  }
  const groups: string[][] = []
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const open: string[] = []
  const isOpen = new Set<string>()
  for (const start of buyersOf.keys()) if (!order.has(start)) visit(start)
  return groups

  /** Iterative, because a chain of sales can be as long as the number of players. */
  function visit(start: string): void {
    const path = [{ id: start, next: 0 }]
    enter(start)
    for (let step = path.at(-1); step !== undefined; step = path.at(-1)) {
      const buyer = buyersOf.get(step.id)?.[step.next]
      step.next += 1
      if (buyer === undefined) {
        path.pop()
        leave(step.id, path.at(-1)?.id)
      } else if (!order.has(buyer)) {
        enter(buyer)
        path.push({ id: buyer, next: 0 })
      } else if (isOpen.has(buyer)) lower(step.id, order.get(buyer) ?? 0)
    }
  }

  function enter(id: string): void {
    order.set(id, order.size)
    lowest.set(id, order.size - 1)
    open.push(id)
    isOpen.add(id)
  }

  function lower(id: string, to: number): void {
    lowest.set(id, Math.min(lowest.get(id) ?? to, to))
  }

  function leave(id: string, parent: string | undefined): void {
    const low = lowest.get(id) ?? 0
    if (parent !== undefined) lower(parent, low)
    if (low !== order.get(id)) return
    const group = open.splice(open.lastIndexOf(id))
    for (const member of group) isOpen.delete(member)
    if (group.length > 1) groups.push(group.toSorted())
  }
}
