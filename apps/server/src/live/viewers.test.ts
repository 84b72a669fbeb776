import { expect, it } from 'vitest'
import { Viewers } from './viewers.ts'

it('knows what each looks at, and whether anybody looks at it', () => {
  const viewers = new Viewers<{ readonly name: string }>()
  const [anna, boris] = [{ name: 'anna' }, { name: 'boris' }]
  viewers.set(anna, 5)
  viewers.set(boris, 5)
  viewers.set(anna, undefined)
  viewers.set(anna, undefined)
  expect([viewers.itemOf(anna), viewers.itemOf(boris), viewers.has(5)]).toEqual([undefined, 5, true])
  viewers.set(boris, 6)
  expect([viewers.itemOf(boris), viewers.has(5), viewers.has(6)]).toEqual([6, false, true])
  viewers.set(boris, 6)
  viewers.set(boris, undefined)
  expect(viewers.has(6)).toBe(false)
})
