import { useState } from 'react'
import type { TradeStart } from '#shared/trade/use-trade-form.ts'
import { usePageKeys } from '#shared/ui/keyboard.ts'
import { useMedia } from '#shared/ui/use-media.ts'

/** Minimum width for the form next to book and chart. */
const DOCKED = '(min-width: 1400px)'

/**
 * The form for the item on screen: docked where there is room, else a popup that opens when it is asked for. B and S ask
 * for it, too.
 * @param canTrade whether the visitor is signed in, so that a form can be docked
 */
export function useTicket(canTrade: boolean) {
  const hasRoom = useMedia(DOCKED)
  const [start, setStart] = useState<TradeStart | null>(null)
  const [fills, setFills] = useState(0)
  const ask = (wanted: TradeStart) => {
    setStart(wanted)
    setFills((count) => count + 1)
  }
  usePageKeys((event) => {
    const key = event.key.toLowerCase()
    if (key !== 'b' && key !== 's') return
    event.preventDefault()
    ask({ side: key === 'b' ? 'buy' : 'sell' })
  })
  return { isDocked: canTrade && hasRoom, start, fills, ask, close: () => setStart(null) }
}
