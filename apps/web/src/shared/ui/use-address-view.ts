import { useLocation, useNavigate } from '@tanstack/react-router'

type AddressSearch = Readonly<Record<string, unknown>>

export interface AddressView<View> {
  readonly read: (search: AddressSearch) => View
  /** Only what differs from the plain view. */
  readonly write: (view: View) => Record<string, string>
  /** What goes with every change; for one way through the history instead of a step for each, `replace`. */
  readonly navigation?: { readonly replace?: true; readonly hash?: true; readonly resetScroll?: false }
}

/** Parts of a view, or how they follow from those that were: a list that has one entry more. */
export type ViewChange<View> = Partial<View> | ((now: View) => Partial<View>)

/** The parts that a change makes of a view. */
export function changedParts<View>(change: ViewChange<View>, now: View): Partial<View> {
  return typeof change === 'function' ? change(now) : change
}

/**
 * What a page shows, as its address carries it, and a way to change parts of it: of what the address is about to be, as a
 * change before it may not have arrived on the page.
 */
export function useAddressView<View extends object>({
  read,
  write,
  navigation,
}: AddressView<View>): readonly [View, (change: ViewChange<View>) => void] {
  const navigate = useNavigate()
  const view = read(useLocation({ select: ({ search }) => search }))
  const change = (changed: ViewChange<View>) => {
    const search = (address: AddressSearch) => {
      const now = read(address)
      return write({ ...now, ...changedParts(changed, now) })
    }
    void navigate({ to: '.', search, ...navigation })
  }
  return [view, change]
}
