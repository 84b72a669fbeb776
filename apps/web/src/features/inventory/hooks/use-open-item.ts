import { useLocation, useNavigate } from '@tanstack/react-router'

/** The item whose popup is open, as the address has it, so that going back closes it. */
export function useOpenItem(): readonly [number | null, (itemId: number | null) => void] {
  const navigate = useNavigate()
  const open = useLocation({ select: ({ search }) => Number((search as Record<string, unknown>)['item']) })
  const change = (itemId: number | null) =>
    void navigate({ to: '.', search: itemId === null ? {} : { item: String(itemId) }, resetScroll: false })
  return [Number.isInteger(open) && open > 0 ? open : null, change]
}
