import type { ItemDefinition } from '@clutch/contract'
import { useEffect, useEffectEvent, useState } from 'react'
import { useDebounced } from '#shared/timing/debounce.ts'
import { useSelectedItem } from './market-address.ts'

/** While an arrow key is held the rows fly by; the item is opened once they rest. */
const OPEN_TIMES = { delayMs: 120 }

/** The selected row. It moves at once; the URL, and with it the details, follow. */
export function useItemCursor(
  items: readonly ItemDefinition[],
  scrollToRow: (index: number) => void,
  isDrawn: boolean,
) {
  const { itemId, select } = useSelectedItem()
  const [pendingId, setPendingId] = useState<number | undefined>(undefined)
  const cursorId = pendingId ?? itemId
  const open = useDebounced(() => {
    if (pendingId === undefined) return
    setPendingId(undefined)
    select(pendingId, false)
  }, OPEN_TIMES)

  const show = useEffectEvent((id: number | undefined) => {
    const index = items.findIndex(({ Itemdefid }) => Itemdefid === id)
    if (index !== -1) scrollToRow(index)
  })
  // After a reload the list comes later than the address; the chosen item is brought into view then.
  useEffect(() => {
    if (isDrawn) show(itemId)
  }, [itemId, isDrawn])

  return {
    cursorId,
    choose: (id: number) => {
      open.cancel()
      setPendingId(undefined)
      select(id)
    },
    moveTo: (steps: number) => {
      const index = items.findIndex(({ Itemdefid }) => Itemdefid === cursorId)
      const target = Math.min(Math.max(index + steps, 0), items.length - 1)
      const id = items[target]?.Itemdefid
      if (id === undefined) return
      setPendingId(id)
      scrollToRow(target)
      open.request()
    },
  }
}
