import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Statement } from '../store/statement.ts'
import type { KeyLimits } from './known-outcomes.ts'
import { UsedKeys } from './used-keys.ts'

const LIMITS: KeyLimits = { recentMin: 1, capacity: 16, page: 10 }
const OWNER = '0198a1b2-0000-7000-8000-000000000001'

/** Outcomes that are stored, and a connection whose reads are answered one by one. */
class StoredKeys {
  readonly keys = new Set<string>()
  /** How many keys were asked for in all. */
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

  /** Responses the next read, and waits until what follows from it is done. */
  async answer(failure?: Error): Promise<void> {
    this.#failure = failure
    const next = this.#asked.shift()
    if (next === undefined) throw new Error('Nothing is read')
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
  /** As the writer does: the keys are noted, then their outcomes are stored. */
  const write = (...keys: string[]): void => {
    used.add(keys.map((key) => `${OWNER}/${key}`))
    for (const key of keys) stored.keys.add(key)
  }
  const mayHave = (key: string): boolean => used.mayHave(`${OWNER}/${key}`)
  return { stored, used, onFailure, write, mayHave, forgotten: () => [...stored.keys].filter((key) => !mayHave(key)) }
}

/** Names of keys that nobody used: a filter takes one of them for its own now and then. */
const UNUSED = Array.from({ length: 100 }, (_, index) => `unused ${index}`)

/** Reads take no time, and are followed by no rest, unless a test lets it pass. */
beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('used keys', () => {
  it('are whatever is asked, until those that are stored have been read', async () => {
    const { stored, mayHave, forgotten } = setUp(12)
    expect(mayHave('unused')).toBe(true)
    await stored.answer()
    expect(mayHave('unused')).toBe(true)
    await stored.answerAll()
    expect(UNUSED.filter(mayHave).length).toBeLessThan(10)
    expect(forgotten()).toEqual([])
  })

  it('are those that are written before, between and after the pages too', async () => {
    const { stored, write, forgotten } = setUp(25)
    write('a', 'zz')
    await stored.answer()
    write('b', 'zzz')
    await stored.answerAll()
    write('c', 'zzzz')
    expect(forgotten()).toEqual([])
    expect(stored.keys.size).toBe(31)
  })

  it('are those whose outcomes are on their way when they are read again', async () => {
    const { stored, used, write, mayHave } = setUp(0)
    await stored.answerAll()
    for (let index = 0; index < 15; index += 1) write(`more ${index}`)
    const onItsWay = 'a'
    used.add([`${OWNER}/${onItsWay}`])
    expect(stored.isRead).toBe(true)
    // It arrives where the reading has been already, or is never seen by it.
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

  it('are read with rests of nine times what a page takes, which the end of it cuts short', async () => {
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

  it('are forgotten with their outcomes, when they are read again', async () => {
    const { stored, write, mayHave } = setUp(0)
    await stored.answerAll()
    for (let index = 0; index < 15; index += 1) write(`old ${index}`)
    stored.keys.clear()
    write('new')
    await stored.answerAll()
    expect(mayHave('new')).toBe(true)
    expect(Array.from({ length: 15 }, (_, index) => `old ${index}`).filter(mayHave).length).toBeLessThan(5)
  })

  it('that cannot be read are looked up, and read at the next chance', async () => {
    const { stored, onFailure, write, mayHave, forgotten } = setUp(12)
    const failure = new Error('no answer')
    await stored.answer()
    await stored.answer(failure)
    expect(onFailure.mock.calls).toEqual([[failure]])
    expect([mayHave('unused'), stored.isRead]).toEqual([true, false])
    write('a')
    await stored.answerAll()
    expect(UNUSED.filter(mayHave).length).toBeLessThan(10)
    expect(forgotten()).toEqual([])
  })

  it('are whatever is asked after a new start, until all have been read anew', async () => {
    const { stored, used, mayHave, forgotten } = setUp(12)
    await stored.answerAll()
    // Nobody has said a word of this one.
    stored.keys.add('stored by somebody else')
    used.reload()
    expect(mayHave('unused')).toBe(true)
    expect(forgotten()).toEqual([])
    await stored.answerAll()
    expect(UNUSED.filter(mayHave).length).toBeLessThan(10)
    expect(forgotten()).toEqual([])
  })

  it('are read from the beginning again after a new start in the middle of it', async () => {
    const { stored, used, mayHave, forgotten } = setUp(30)
    await stored.answer()
    // Where the reading has been already.
    stored.keys.add('a stored by somebody else')
    used.reload()
    await stored.answer()
    expect(stored.isRead).toBe(true)
    await stored.answerAll()
    expect(forgotten()).toEqual([])
    expect(UNUSED.filter(mayHave).length).toBeLessThan(20)
  })

  it('are whatever is asked when not all of them have been read in the end', async () => {
    const { stored, used, mayHave } = setUp(30)
    const stopping = used.stop()
    await stored.answerAll()
    await stopping
    expect([mayHave('unused'), stored.readCount]).toEqual([true, 10])
  })

  it('are read no further once that is no use, and whoever waits for the end of it does', async () => {
    const { stored, used, onFailure, write } = setUp(30)
    let isOver = false
    const stopping = used.stop().then(() => (isOver = true))
    await Promise.resolve()
    expect(isOver).toBe(false)
    await stored.answer(new Error('the connection is gone'))
    await stopping
    write('a')
    expect([stored.isRead, onFailure.mock.calls.length]).toEqual([false, 0])
  })
})
