import { useItemDetails } from '#shared/market/item-details.ts'
import { TradeDialog } from '#shared/trade/TradeDialog.tsx'

interface QuickSaleProps {
  readonly itemId: number
  readonly count: number
  readonly onClose: () => void
}

/** The market's own sell popup, opened from the inventory with all that is in hand. */
export function QuickSale({ itemId, count, onClose }: QuickSaleProps) {
  const { data: details } = useItemDetails(itemId)
  return details === undefined ? null : (
    <TradeDialog itemId={itemId} details={details} form={{ side: 'sell', count }} onClose={onClose} />
  )
}
