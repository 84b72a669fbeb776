import { useLocation, useNavigate } from '@tanstack/react-router'
import { readMarketView, writeMarketView, type MarketView } from '../model/market-view.ts'

/** What of the market is shown: read from the address, written back to it without a step in the history. */
export function useMarketView(): readonly [MarketView, (change: Partial<MarketView>) => void] {
  const navigate = useNavigate()
  const view = useLocation({ select: ({ search }) => readMarketView(search), structuralSharing: true })
  const change = (changed: Partial<MarketView>) => {
    void navigate({ to: '.', search: writeMarketView({ ...view, ...changed }), hash: true, replace: true })
  }
  return [view, change]
}
