import { useLocation, useNavigate } from '@tanstack/react-router'
import { readMarketView, writeMarketView, type MarketView } from '../model/market-view.ts'
import { itemHash, itemOfHash } from '#shared/market/item-address.ts'
import { useAddressView, type ViewChange } from '#shared/ui/use-address-view.ts'

/** What of the market is shown: read from the address, written back to it without a step in the history. */
export function useMarketView(): readonly [MarketView, (change: ViewChange<MarketView>) => void] {
  return useAddressView({ read: readMarketView, write: writeMarketView, navigation: { hash: true, replace: true } })
}

/** The item named by the address's hash, and the way to name another. */
export function useSelectedItem() {
  const navigate = useNavigate()
  const itemId = useLocation({ select: ({ hash }) => itemOfHash(hash) })
  return {
    itemId,
    /** @param isStep whether "back" should return to what was selected before */
    select: (id: number, isStep = true) => {
      void navigate({ to: '.', search: true, hash: itemHash(id), replace: !isStep, hashScrollIntoView: false })
    },
    clear: () => {
      void navigate({ to: '.', search: true, hash: '' })
    },
  }
}

/** Where there is room for one of both, an item in the address takes the list's place (MarketPage.module.css). */
export const ONE_PANE = '(max-width: 900px)'

/** Whether the page opens with an item and no list. */
export function isItemAlone(): boolean {
  return window.matchMedia(ONE_PANE).matches && itemOfHash(window.location.hash.slice(1)) !== undefined
}
