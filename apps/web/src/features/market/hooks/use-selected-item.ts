import { useLocation, useNavigate } from '@tanstack/react-router'
import { itemHash, itemOfHash } from '#shared/market/item-address.ts'

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
