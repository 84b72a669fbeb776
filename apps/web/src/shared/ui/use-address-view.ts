import { useLocation, useNavigate } from '@tanstack/react-router'

type AddressSearch = Readonly<Record<string, unknown>>

export interface AddressView<View> {
  readonly read: (search: AddressSearch) => View
  /** Only what differs from the plain view. */
  readonly write: (view: View) => Record<string, string>
  /** What goes with every change; for one way through the history instead of a step for each, `replace`. */
  readonly navigation?: { readonly replace?: true; readonly hash?: true; readonly resetScroll?: false }
}

/**
 * What a page shows, as its address carries it, and a way to change parts of it: of what the address is about to be, as a
 * change before it may not have arrived on the page.
 */
export function useAddressView<View extends object>({
  read,
  write,
  navigation,
}: AddressView<View>): readonly [View, (change: Partial<View>) => void] {
  const navigate = useNavigate()
  const view = read(useLocation({ select: ({ search }) => search }))
  const change = (changed: Partial<View>) => {
    void navigate({ to: '.', search: (now: AddressSearch) => write({ ...read(now), ...changed }), ...navigation })
  }
  return [view, change]
}
