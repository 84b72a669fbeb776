import { NOTIFICATION_TIME_MS } from '@clutch/contract/constants'
import { Toast } from '@base-ui/react/toast'
import { create } from 'zustand'

export type ToastTone = 'plain' | 'buy' | 'sell' | 'error'

export const toastManager = Toast.createToastManager<{ readonly isReward: boolean }>()

/** Whether any toast was shown: the list's chunk is loaded with the first one. */
const useStore = create<{ readonly isWanted: boolean }>()(() => ({ isWanted: false }))
const listed = Promise.withResolvers<void>()

/** Whether the list of toasts has to be there. */
export function useToastsWanted(): boolean {
  return useStore(({ isWanted }) => isWanted)
}

/** Called once the list is drawn; the manager drops toasts that are added before. */
export function startToasts(): void {
  listed.resolve()
}

/**
 * Shows a toast for 3 s (document 1 §9), longer while the pointer or the focus is on the toasts.
 * @param isReward for what a player has achieved, such as a fill or a finished craft: it shines briefly
 */
export function showToast(text: string, tone: ToastTone = 'plain', isReward = false): void {
  useStore.setState({ isWanted: true })
  const toast = { title: text, type: tone, timeout: NOTIFICATION_TIME_MS, data: { isReward } }
  void listed.promise.then(() => toastManager.add(toast))
}

/** Whether an event happened on a toast rather than on the page below it. */
export function isOnToasts(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[data-toast-region]') !== null
}
