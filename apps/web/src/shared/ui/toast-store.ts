import { NOTIFICATION_TIME_MS } from '@clutch/contract/constants'
import { create } from 'zustand'

export type ToastTone = 'plain' | 'buy' | 'sell' | 'error'

export interface Toast {
  readonly id: number
  readonly tone: ToastTone
  readonly text: string
}

const TOASTS_SHOWN_MAX = 4

let lastId = 0
const useStore = create<{ readonly toasts: readonly Toast[] }>()(() => ({ toasts: [] }))

export function useToasts(): readonly Toast[] {
  return useStore(({ toasts }) => toasts)
}

/** The current toasts, for use outside of components. */
export function readToasts(): readonly Toast[] {
  return useStore.getState().toasts
}

/** Shows a toast for 3 s (document 1 §9); the oldest is removed when there are too many. */
export function showToast(text: string, tone: ToastTone = 'plain'): void {
  lastId += 1
  const id = lastId
  useStore.setState(({ toasts }) => ({ toasts: [...toasts, { id, tone, text }].slice(-TOASTS_SHOWN_MAX) }))
  setTimeout(() => dismissToast(id), NOTIFICATION_TIME_MS)
}

export function dismissToast(id: number): void {
  useStore.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }))
}
