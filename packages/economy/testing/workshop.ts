import type { Command } from '../src/core/command.ts'
import type { EconomyEvent } from '../src/core/event.ts'
import type { ItemId, UserId } from '../src/core/numbers.ts'
import { SampleEconomy, userNumber } from './fixture.ts'

export const ANNA = userNumber(1)
export const BORIS = userNumber(2)

/** An economy of two players, the first of whom has some items. */
export function workshopWith(goods: readonly (readonly [ItemId, number])[], coins = 0): SampleEconomy {
  const economy = new SampleEconomy([ANNA, BORIS])
  give(economy, ANNA, goods, coins)
  return economy
}

export function give(
  economy: SampleEconomy,
  userId: UserId,
  goods: readonly (readonly [ItemId, number])[],
  coins = 0,
): void {
  const items = goods.map(([itemId, count]) => ({ itemId, count }))
  mustRun(economy, { type: 'grant', userId, kind: 'quest_drop', coins, items })
}

/** Runs a command that must be accepted. @returns all events. */
export function mustRun(economy: SampleEconomy, command: Command): EconomyEvent[] {
  const { decision, events } = economy.runAll(command)
  if (!decision.ok) throw new Error(`Rejected: ${JSON.stringify(decision.error)}`)
  return events
}

/** @returns free and held. */
export function stockOf(economy: SampleEconomy, itemId: ItemId, userId: UserId = ANNA): [number, number] {
  const { free, held } = economy.world.balanceOf(userId, itemId)
  return [free, held]
}

export function eventsOf<Type extends EconomyEvent['type']>(
  events: readonly EconomyEvent[],
  type: Type,
): Extract<EconomyEvent, { type: Type }>[] {
  return events.filter((event): event is Extract<EconomyEvent, { type: Type }> => event.type === type)
}
