import { beforeEach, describe, expect, test, vi } from 'vitest'
import { askPermission, permissionOf, showBrowserNotification, type NotificationApi } from './browser-notifications.ts'

interface Shown {
  readonly title: string
  readonly options: NotificationOptions
  readonly target: EventTarget
  isClosed: boolean
}

let shown: Shown[]
let asked = 0

beforeEach(() => {
  shown = []
  asked = 0
})

function createApi(permission: NotificationPermission, answer: NotificationPermission = 'granted'): NotificationApi {
  return class extends EventTarget {
    static readonly permission = permission
    static requestPermission() {
      asked += 1
      return Promise.resolve(answer)
    }
    readonly entry: Shown
    constructor(title: string, options: NotificationOptions) {
      super()
      this.entry = { title, options, target: this, isClosed: false }
      shown.push(this.entry)
    }
    close() {
      this.entry.isClosed = true
    }
  }
}

const notification = { id: 'n1', title: 'Clutch', text: 'Copper Ore is at 30', onPress: () => undefined }

describe('permission', () => {
  test('is asked for once, and not again after an answer', async () => {
    expect(await askPermission(createApi('default', 'denied'))).toBe('denied')
    expect(await askPermission(createApi('denied'))).toBe('denied')
    expect(await askPermission(createApi('granted'))).toBe('granted')
    expect(asked).toBe(1)
  })

  test('is unavailable in browsers without notifications', async () => {
    expect(permissionOf(undefined)).toBe('unsupported')
    expect(await askPermission(undefined)).toBe('unsupported')
  })
})

describe('a notification', () => {
  test('is shown with permission, under its own id', () => {
    showBrowserNotification(createApi('granted'), notification)
    expect(shown).toMatchObject([{ title: 'Clutch', options: { body: 'Copper Ore is at 30', tag: 'n1' } }])
  })

  test.each(['default', 'denied'] as const)('is neither shown nor asked for when permission is %s', (permission) => {
    showBrowserNotification(createApi(permission), notification)
    showBrowserNotification(undefined, notification)
    expect([shown, asked]).toEqual([[], 0])
  })

  test('leads to its place when pressed, and goes', () => {
    const focus = vi.fn<() => void>()
    vi.stubGlobal('window', { focus })
    const onPress = vi.fn<() => void>()
    showBrowserNotification(createApi('granted'), { ...notification, onPress })
    shown[0]?.target.dispatchEvent(new Event('click'))
    expect([focus.mock.calls.length, onPress.mock.calls.length, shown[0]?.isClosed]).toEqual([1, 1, true])
    vi.unstubAllGlobals()
  })

  test('is skipped without an error on phones that refuse to create one', () => {
    class Refusing extends EventTarget {
      static readonly permission = 'granted'
      static requestPermission = () => Promise.resolve('granted' as const)
      constructor() {
        super()
        throw new TypeError('Illegal constructor')
      }
      close(): void {}
    }
    expect(() => showBrowserNotification(Refusing as unknown as NotificationApi, notification)).not.toThrow()
  })
})
