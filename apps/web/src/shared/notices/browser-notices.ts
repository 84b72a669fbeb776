/** The part of the browser's notifications that we use; absent in frames and old browsers. */
export interface NotificationApi {
  readonly permission: NotificationPermission
  requestPermission(): Promise<NotificationPermission>
  new (title: string, options: NotificationOptions): Pick<Notification, 'addEventListener' | 'close'>
}

export type NoticePermission = NotificationPermission | 'unsupported'

export interface BrowserNotice {
  /** One notice is shown once, however many tabs hear of it. */
  readonly id: string
  readonly title: string
  readonly text: string
  readonly onPress: () => void
}

export function permissionOf(api: NotificationApi | undefined): NoticePermission {
  return api?.permission ?? 'unsupported'
}

/** Asks the player; only ever called by a press, for browsers punish asking unasked. */
export async function askPermission(api: NotificationApi | undefined): Promise<NoticePermission> {
  if (api === undefined) return 'unsupported'
  return api.permission === 'default' ? await api.requestPermission() : api.permission
}

/** Shows a notice outside the page. Where it may not be shown, nothing happens: the page tells it, too. */
export function showBrowserNotice(api: NotificationApi | undefined, { id, title, text, onPress }: BrowserNotice): void {
  if (api?.permission !== 'granted') return
  try {
    const shown = new api(title, { body: text, tag: id, icon: '/favicon.svg' })
    shown.addEventListener('click', () => {
      window.focus()
      onPress()
      shown.close()
    })
  } catch {
    // Some phones have the class and refuse to make one.
  }
}

/** The browser's own, where it has one. */
export function browserNotifications(): NotificationApi | undefined {
  return 'Notification' in window ? window.Notification : undefined
}
