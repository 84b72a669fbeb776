import { beforeEach, describe, expect, test } from 'vitest'
import { FakeClock } from '../testing/fake-clock.ts'
import { ViewedBook, VIEW_TIMEOUT_MS } from './viewed-book.ts'

let clock: FakeClock
let isOpen: boolean
let asked: number[]
let book: ViewedBook

beforeEach(() => {
  clock = new FakeClock()
  isOpen = true
  asked = []
  book = new ViewedBook(clock, (message) => {
    if (isOpen) asked.push(Number(message.viewedItemId))
    return isOpen
  })
})

async function isReady(itemId: number): Promise<boolean> {
  let ready = false
  void book.ready(itemId).then(() => (ready = true))
  await Promise.resolve()
  await Promise.resolve()
  return ready
}

describe('the book on screen', () => {
  test('is sent to the server, and read only after the server has confirmed the subscription', async () => {
    book.show(7)
    expect(asked).toEqual([7])
    expect([await isReady(7), book.followed]).toEqual([false, undefined])
    book.confirm(7)
    expect([await isReady(7), book.followed]).toEqual([true, 7])
  })

  test('is the one shown last; the one below returns when it leaves', () => {
    book.show(7)
    const hide = book.show(8)
    book.confirm(7)
    expect(book.followed).toBeUndefined()
    book.confirm(8)
    expect(book.followed).toBe(8)
    hide()
    expect([asked, book.followed]).toEqual([[7, 8, 7], undefined])
    book.confirm(8)
    expect(book.followed).toBeUndefined()
  })

  test('is sent again on each new connection', () => {
    isOpen = false
    book.show(7)
    isOpen = true
    book.connected()
    book.confirm(7)
    book.lost()
    expect(book.followed).toBeUndefined()
    book.connected()
    expect(asked).toEqual([7, 7])
  })

  test('readers do not wait for books not shown, without a connection, after its end, or for too long', async () => {
    expect(await isReady(9)).toBe(true)
    isOpen = false
    book.show(7)
    expect(await isReady(7)).toBe(true)
    isOpen = true
    book.connected()
    const ended = book.ready(7)
    book.lost()
    await ended
    book.connected()
    const late = book.ready(7)
    clock.advance(VIEW_TIMEOUT_MS)
    await late
  })

  test('unsubscribes when no book is on screen', () => {
    book.show(7)()
    expect(asked).toEqual([7, 0])
    book.confirm(7)
    expect(book.followed).toBeUndefined()
    book.connected()
    expect(asked).toEqual([7, 0])
  })
})
