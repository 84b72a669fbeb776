import type { LinkOptions } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useItemName } from '../catalogue/use-item-name.ts'
import { useFormat } from '../format/use-format.ts'

/** What customer support granted in one operation. */
export interface SupportGrant {
  readonly coins: number
  /** 0 for no items, and for several types. */
  readonly itemId: number
  /** Count of the item, or number of item types. */
  readonly count: number
}

/** Text of a grant: its coins, and its item with the count or the number of item types. */
export function useGrantText(): (grant: SupportGrant) => string {
  const { t } = useTranslation()
  const format = useFormat()
  const nameOf = useItemName()
  return ({ coins, itemId, count }) => {
    const things: string[] = []
    if (coins > 0) things.push(t('notifications.given_coins', { count: coins, amount: format.exact(coins) }))
    const amount = format.exact(count)
    if (itemId > 0) things.push(t('notifications.given_item', { name: nameOf(itemId), amount }))
    else if (count > 0) things.push(t('notifications.given_kinds', { count, amount }))
    return t('notifications.given', { what: format.list(things) })
  }
}

/** Where a grant shows in the inventory history: with its item, with coins, or with everything. */
export function placeOfGrant({ itemId, count }: SupportGrant): LinkOptions {
  if (itemId > 0) return { to: '/inventory/history', search: { item: String(itemId) } }
  return { to: '/inventory/history', search: count > 0 ? {} : { assets: 'coins' } }
}
