import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Statement } from '../store/statement.ts'
import type { KeyLimits } from './known-outcomes.ts'
import { UsedKeys } from './used-keys.ts'

const LIMITS: KeyLimits = { recentMin: 1, capacity: 16, page: 10 }
const OWNER = '0198a1b2-0000-7000-8000-000000000001'

/** Stored outcomes, and a connection whose queries the test completes one by one. */
class StoredKeys {
  readonly keys = new Set<string>()
  /** Total number of keys requested. */
  readCount = 0
  readonly #asked: (() => void)[] = []
  #failure: Error | undefined

  readonly lookUp = (statements: readonly Statement[]): Promise<Record<string, unknown>[][]> => {
    const { promise, resolve, reject } = Promise.withResolvers<Record<string, unknown>[][]>()
    const [{ values: [, after, count] } = { values: [] }] = statements
    this.#asked.push(() => {
      if (this.#failure !== undefined) {
        reject(this.#failure)
        return
      }
      const page = [...this.keys]
        .toSorted()
        .filter((key) => key > String(after))
        .slice(0, Number(count))
      this.readCount += page.length
      resolve([page.map((key) => ({ owner_id: OWNER, key }))])
    })
    return promise
  }

  /** Completes the next query and waits for its effects. */
  async answer(failure?: Error): Promise<void> {
    this.#failure = failure
    const next = this.#asked.shift()
    if (next === undefined) throw new Error('No query is pending')
    next()
    await vi.advanceTimersByTimeAsync(0)
  }

  async answerAll(): Promise<void> {
    while (this.isRead) await this.answer()
  }

  get isRead(): boolean {
    return this.#asked.length > 0
  }
}

function setUp(count: number) {
  const stored = new StoredKeys()
  for (let index = 0; index < count; index += 1) stored.keys.add(`stored ${index}`)
  const onFailure = vi.fn<(error: unknown) => void>()
  const used = new UsedKeys({ connection: stored, limits: LIMITS, onFailure })
  /** Like the writer: notes the keys, then stores their outcomes. */
  const write = (...keys: string[]): void => {
    used.add(keys.map((key) => `${OWNER}/${key}`))
    for (const key of keys) stored.keys.add(key)
  }
  const mayHave = (key: string): boolean => used.mayHave(`${OWNER}/${key}`)
  return { stored, used, onFailure, write, mayHave, forgotten: () => [...stored.keys].filter((key) => !mayHave(key)) }
}

/** Unused keys; the filter has a few false positives among them. */
const UNUSED = Array.from({ length: 100 }, (_, index) => `unused ${index}`)

/** Queries take no time and are followed by no pause unless a test advances the clock. */
beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('used keys', () => {
  it('include any key until the stored ones have been read', async () => {
    const { stored, mayHave, forgotten } = setUp(12)
    expect(mayHave('unused')).toBe(true)
    await stored.answer()
    expect(mayHave('unused')).toBe(true)
    await stored.answerAll()
    expect(UNUSED.filter(mayHave).length).toBeLessThan(10)
    expect(forgotten()).toEqual([])
  })

  it('include keys written before, between and after the pages', async () => {
    const { stored, write, forgotten } = setUp(25)
    write('a', 'zz')
    await stored.answer()
    write('b', 'zzz')
    await stored.answerAll()
    write('c', 'zzzz')
    expect(forgotten()).toEqual([])
    expect(stored.keys.size).toBe(31)
  })

  it('include keys being committed during a rebuild', async () => {
    const { stored, used, write, mayHave } = setUp(0)
    await stored.answerAll()
    for (let index = 0; index < 15; index += 1) write(`more ${index}`)
    const onItsWay = 'a'
    used.add([`${OWNER}/${onItsWay}`])
    expect(stored.isRead).toBe(true)
    // It is stored in a range already read, or never seen by the query.
    await stored.answerAll()
    expect(mayHave(onItsWay)).toBe(true)
    expect(UNUSED.filter(mayHave).length).toBeLessThan(10)
  })

  it('are read again when the filter is full, and then after half as many more', async () => {
    const { stored, write, forgotten } = setUp(0)
    await stored.answerAll()
    let written = 0
    const fill = async (count: number): Promise<number> => {
      const readBefore = stored.readCount
      for (let index = 0; index < count; index += 1) write(`more ${(written += 1)}`)
      await stored.answerAll()
      expect(forgotten()).toEqual([])
      return stored.readCount - readBefore
    }
    expect(await fill(15)).toBe(0)
    expect(await fill(1)).toBe(16)
    expect(await fill(7)).toBe(0)
    expect(await fill(1)).toBe(24)
    expect(await fill(7)).toBe(0)
    expect(await fill(1)).toBe(32)
  })

  it('are read with pauses of nine times a page, which stopping cuts short', async () => {
    const { stored, used, mayHave } = setUp(30)
    await vi.advanceTimersByTimeAsync(20)
    await stored.answer()
    await vi.advanceTimersByTimeAsync(179)
    expect(stored.isRead).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(stored.isRead).toBe(true)
    await vi.advanceTimersByTimeAsync(20)
    await stored.answer()
    await used.stop()
    expect([mayHave('unused'), stored.isRead, vi.getTimerCount()]).toEqual([true, false, 0])
  })

  it('exclude deleted outcomes after a rebuild', async () => {
    const { stored, write, mayHave } = setUp(0)
    await stored.answerAll()
    for (let index = 0; index < 15; index += 1) write(`old ${index}`)
    stored.keys.clear()
    write('new')
    await stored.answerAll()
    expect(mayHave('new')).toBe(true)
    expect(Array.from({ length: 15 }, (_, index) => `old ${index}`).filter(mayHave).length).toBeLessThan(5)
  })

  it('that cannot be read are looked up, and read at the next opportunity', async () => {
    const { stored, onFailure, write, mayHave, forgotten } = setUp(12)
    const failure = new Error('no response')
    await stored.answer()
    await stored.answer(failure)
    expect(onFailure.mock.calls).toEqual([[failure]])
    expect([mayHave('unused'), stored.isRead]).toEqual([true, false])
    write('a')
    await stored.answerAll()
    expect(UNUSED.filter(mayHave).length).toBeLessThan(10)
    expect(forgotten()).toEqual([])
  })

  it('include any key after a reload, until all have been read again', async () => {
    const { stored, used, mayHave, forgotten } = setUp(12)
    await stored.answerAll()
    // This key was never announced.
    stored.keys.add('stored by another server')
    used.reload()
    expect(mayHave('unused')).toBe(true)
    expect(forgotten()).toEqual([])
    await stored.answerAll()
    expect(UNUSED.filter(mayHave).length).toBeLessThan(10)
    expect(forgotten()).toEqual([])
  })

  it('are read from the beginning after a reload in the middle', async () => {
    const { stored, used, mayHave, forgotten } = setUp(30)
    await stored.answer()
    // In a range already read.
    stored.keys.add('a stored by another server')
    used.reload()
    await stored.answer()
    expect(stored.isRead).toBe(true)
    await stored.answerAll()
    expect(forgotten()).toEqual([])
    expect(UNUSED.filter(mayHave).length).toBeLessThan(20)
  })

  it('include any key if reading them was not completed', async () => {
    const { stored, used, mayHave } = setUp(30)
    const stopping = used.stop()
    await stored.answerAll()
    await stopping
    expect([mayHave('unused'), stored.readCount]).toEqual([true, 10])
  })

  it('are not read further after stopping, which waits for the query in progress', async () => {
    const { stored, used, onFailure, write } = setUp(30)
    let isOver = false
    const stopping = used.stop().then(() => (isOver = true))
    await Promise.resolve()
    expect(isOver).toBe(false)
    await stored.answer(new Error('the connection was lost'))
    await stopping
    write('a')
    expect([stored.isRead, onFailure.mock.calls.length]).toEqual([false, 0])
  })
})
