import type { AdminUser } from '@clutch/contract'
import { describe, expect, it } from 'vitest'
import { findProblem, wholeNumber } from './item-change.ts'

const user = { wallet: 5, inventory_items: [{ item_id: 7, count: 3 }] } as unknown as AdminUser

describe('a change of items', () => {
  it.each([
    [undefined, '7', '1', false, 'user_required'],
    [user, '', '1', false, 'item_required'],
    [user, '7.5', '1', false, 'item_required'],
    [user, '0', '1', false, 'item_required'],
    [user, '7', '', false, 'count_positive'],
    [user, '7', '0', false, 'count_positive'],
    [user, '7', '-1', true, 'count_positive'],
    [user, '8', '1', true, 'item_not_held'],
    [user, '8', '1', false, undefined],
    [user, '7', '4', true, 'not_enough'],
    [user, '7', '4', false, undefined],
    [user, ' 7 ', '3', true, undefined],
  ])('for %o, item %j, count %j, removal %s finds the problem %s', (who, itemText, countText, isRemoval, problem) => {
    expect(findProblem(who, { isCoins: false, itemText, countText }, isRemoval)).toBe(problem)
  })

  it('of coins needs no item, and removes no more than there are', () => {
    const coins = (countText: string) => findProblem(user, { isCoins: true, itemText: '', countText }, true)
    expect(['5', '6', '0'].map(coins)).toEqual([undefined, 'not_enough_coins', 'count_positive'])
  })

  it('rejects numbers that are not exact', () => {
    expect(wholeNumber('9007199254740993')).toBeUndefined()
    expect(wholeNumber('1.5')).toBeUndefined()
    expect(wholeNumber('1.000')).toBe(1_000)
  })
})
