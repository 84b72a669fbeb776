import type { CommandType } from '@clutch/economy'
import { expect, it } from 'vitest'
import type { PlatformInventories } from '../../platform/inventory-service.ts'
import type { ResponseOf, Outcome } from '../../writer/outcome.ts'
import type { CommandOf } from '../../writer/submission.ts'
import { advanceExchange } from './advance.ts'

const COIN = 7

it('takes store coins from what no other exchange is about to take', async () => {
  const stacks = [
    { stackId: 'reserved', itemId: COIN, count: 5 },
    { stackId: 'free', itemId: COIN, count: 4 },
  ]
  const reserved = [{ stack_id: 'reserved', count: 3 }]
  const planned: CommandOf<'plan_exchange'>[] = []
  const submit = <Type extends CommandType>(command: CommandOf<Type>): Promise<Outcome<ResponseOf<Type>>> => {
    if (command.type === 'plan_exchange') planned.push(command as CommandOf<'plan_exchange'>)
    const value =
      planned.length === 0 ? { next: 'plan', item_id: COIN, count: 6, reserved } : ({ next: 'nothing' } as const)
    return Promise.resolve({ ok: true, value: value as ResponseOf<Type> })
  }
  const list: PlatformInventories['list'] = () => Promise.resolve({ kind: 'done', value: stacks })
  const platform = { list } as unknown as PlatformInventories
  const ref = { exchangeId: 'exchange', userId: 'anna', steamId: '1' }
  const ports = { submit, platform, beforeCall: () => Promise.resolve() }
  expect(await advanceExchange(ports, ref, new AbortController().signal)).toBe(true)
  expect(planned.map(({ stacks: chosen }) => chosen)).toEqual([
    [
      { stackId: 'free', count: 4 },
      { stackId: 'reserved', count: 2 },
    ],
  ])
})
