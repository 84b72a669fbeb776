import { describe, expect, it } from 'vitest'
import { BatchLoader } from './batch-loader.ts'

/** Lookups that the test completes by hand. */
function heldLookup() {
  const asked: (readonly string[])[] = []
  const ends: PromiseWithResolvers<void>[] = []
  const lookup = new BatchLoader<string>(async (ids) => {
    asked.push(ids)
    const end = Promise.withResolvers<void>()
    ends.push(end)
    await end.promise
    return new Map(ids.map((id) => [id, `${id}!`]))
  })
  return { lookup, asked, ends }
}

describe('batched lookups', () => {
  it('run one at a time, and the next serves all callers that arrived meanwhile', async () => {
    const { lookup, asked, ends } = heldLookup()
    const first = lookup.find('a')
    const others = ['b', 'c', 'b'].map((id) => lookup.find(id))
    expect(asked).toEqual([['a']])
    ends[0]?.resolve()
    expect(await first).toBe('a!')
    await expect.poll(() => asked).toEqual([['a'], ['b', 'c']])
    ends[1]?.resolve()
    expect(await Promise.all(others)).toEqual(['b!', 'c!', 'b!'])
  })

  it('fail for their own callers only, not for later ones', async () => {
    const { lookup, ends } = heldLookup()
    const [first, second] = [lookup.find('a'), lookup.find('b')]
    ends[0]?.reject(new Error('away'))
    await expect(first).rejects.toThrow('away')
    await expect.poll(() => ends.length).toBe(2)
    ends[1]?.resolve()
    expect(await second).toBe('b!')
  })
})
