/** The part of the browser's notifications that is used; absent in frames and old browsers. */
export interface NotificationApi {
  readonly permission: NotificationPermission
  requestPermission(): Promise<NotificationPermission>
  new (title: string, options: NotificationOptions): Pick<Notification, 'addEventListener' | 'close'>
}

export type NotificationChoice = NotificationPermission | 'unsupported'

export interface BrowserNotification {
  /** Shown once, however many tabs receive it. */
  readonly id: string
  readonly title: string
  readonly text: string
  readonly onPress: () => void
}

export function permissionOf(api: NotificationApi | undefined): NotificationChoice {
  return api?.permission ?? 'unsupported'
}

/** Asks the player. Call only on a press: browsers punish unprompted requests. */
export async function askPermission(api: NotificationApi | undefined): Promise<NotificationChoice> {
  if (api === undefined) return 'unsupported'
  return api.permission === 'default' ? await api.requestPermission() : api.permission
}

/** Shows a desktop notification if allowed; the page shows it in any case. */
export function showBrowserNotification(
  api: NotificationApi | undefined,
  { id, title, text, onPress }: BrowserNotification,
): void {
  if (api?.permission !== 'granted') return
  try {
    const shown = new api(title, { body: text, tag: id, icon: '/favicon.svg' })
    shown.addEventListener('click', () => {
      window.focus()
      onPress()
      shown.close()
    })
  } catch {
    // Some phones have the class and refuse to create one.
  }
}

/** The browser's own, if it has one. */
export function browserNotifications(): NotificationApi | undefined {
  return 'Notification' in window ? window.Notification : undefined
}
