import { useLocation, useNavigate } from '@tanstack/react-router'

type AddressSearch = Readonly<Record<string, unknown>>

export interface AddressView<View> {
  readonly read: (search: AddressSearch) => View
  /** Only what differs from the default view. */
  readonly write: (view: View) => Record<string, string>
  /** Navigation options of every change; `replace` adds no history entry. */
  readonly navigation?: { readonly replace?: true; readonly hash?: true; readonly resetScroll?: false }
}

/** Changed parts of a view, or a function of the current view. */
export type ViewChange<View> = Partial<View> | ((now: View) => Partial<View>)

/** Resolves a change to the changed parts. */
export function changedParts<View>(change: ViewChange<View>, now: View): Partial<View> {
  return typeof change === 'function' ? change(now) : change
}

/**
 * The page's view state, stored in its address, and a setter. Changes apply to the address being navigated to, since an
 * earlier change may not have arrived on the page yet.
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
