import { describe, expect, it } from 'vitest'
import { GatheredLookup } from './gathered-lookup.ts'

/** Look-ups that end when they are told to. */
function heldLookup() {
  const asked: (readonly string[])[] = []
  const ends: PromiseWithResolvers<void>[] = []
  const lookup = new GatheredLookup<string>(async (ids) => {
    asked.push(ids)
    const end = Promise.withResolvers<void>()
    ends.push(end)
    await end.promise
    return new Map(ids.map((id) => [id, `${id}!`]))
  })
  return { lookup, asked, ends }
}

describe('look-ups that are gathered', () => {
  it('are one at a time, the next for everybody who asked meanwhile', async () => {
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

  it('fail for those who asked, and not for those who ask after them', async () => {
    const { lookup, ends } = heldLookup()
    const [first, second] = [lookup.find('a'), lookup.find('b')]
    ends[0]?.reject(new Error('away'))
    await expect(first).rejects.toThrow('away')
    await expect.poll(() => ends.length).toBe(2)
    ends[1]?.resolve()
    expect(await second).toBe('b!')
  })
})
