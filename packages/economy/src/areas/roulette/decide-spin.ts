import type { DecisionContext } from '../../core/command.ts'
import type { EconomyEvent } from '../../core/event.ts'
import { COINS, freeOf, THE_WORLD, type AccountRef, type Move } from '../../core/ledger/accounts.ts'
import { LedgerDraft } from '../../core/ledger/ledger.ts'
import { asOperationId, asQuantity, isAmount, type AssetId } from '../../core/numbers.ts'
import type { Rejection } from '../../core/rejection.ts'
import { fail, succeed, type Result } from '../../core/result.ts'
import type { World } from '../../core/world.ts'
import { openItem } from '../items/open-item.ts'
import { seatOf, type Spin, type SpinRecord } from './commands.ts'
import { prizeAt, SPINS_MAX } from './terms.ts'

/** Charges for all spins and grants their prizes, as one operation (rules §10). */
export function decideSpin(
  world: World,
  { userId, count }: Spin,
  context: DecisionContext,
): Result<EconomyEvent[], Rejection> {
  const { roulette } = world.catalogue
  if (roulette === undefined) return fail({ code: 'no_roulette' })
  if (!isAmount(count) || count === 0 || count > SPINS_MAX) return fail({ code: 'invalid_count', count })
  const id = asOperationId(context.newId())
  const seat = seatOf(world, userId)
  const totalWeight = roulette.prizes.reduce((sum, { weight }) => sum + weight, 0)
  const rng = context.rngFor(id)
  const spins: SpinRecord[] = []
  const won = new Map<AssetId, number>()
  for (let spin = 0; spin < count; spin += 1) {
    const nonce = seat.nonce + spin
    const roll = roulette.rollOf({ userId, ...seat, nonce }, totalWeight)
    const prizeIndex = prizeAt(roulette, roll)
    const prize = roulette.prizes[prizeIndex]
    if (prize === undefined) throw new Error(`Roll ${roll} is outside the prize table`)
    spins.push({ id: context.newId(), nonce, roll, prizeIndex })
    const opened =
      prize.itemId === undefined
        ? succeed(new Map<AssetId, number>([[COINS, prize.count]]))
        : openItem(world.catalogue, prize.itemId, prize.count, rng)
    if (!opened.ok) return opened
    for (const [asset, amount] of opened.value) {
      const sum = (won.get(asset) ?? 0) + amount
      if (!isAmount(sum)) return fail({ code: 'amount_too_large' })
      won.set(asset, sum)
    }
  }
  const draft = new LedgerDraft(world, context)
  const price = roulette.cost.count * count
  if (!isAmount(price)) return fail({ code: 'amount_too_large' })
  const free = freeOf(userId)
  const posted = draft.post(
    [{ id, userId, kind: 'spin', causeId: undefined }],
    [
      moveOf(free, THE_WORLD, roulette.cost.itemId ?? COINS, price),
      ...Array.from(won, ([asset, amount]) => moveOf(THE_WORLD, free, asset, amount)),
    ].filter(({ amount }) => amount > 0),
  )
  if (!posted.ok) return posted
  const after = { ...seat, nonce: seat.nonce + count }
  const { tableHash } = roulette
  return succeed([...draft.toEvents(), { type: 'spun', userId, operationId: id, seat: after, tableHash, spins }])
}

function moveOf(from: AccountRef, to: AccountRef, asset: AssetId, amount: number): Move {
  return { from, to, asset, amount: asQuantity(amount) }
}
