import { asExchangeId, asUserId, LEGS_MAX, type AttemptOutcome, type CommandType } from '@clutch/economy'
import type { CallOutcome, PlatformStack } from '../../platform/call-outcome.ts'
import type { PlatformInventories } from '../../platform/inventory-service.ts'
import type { ResponseOf, Outcome } from '../../writer/outcome.ts'
import type { CommandOf } from '../../writer/submission.ts'
import type { NextRequest } from './responses.ts'

/** Dependencies of advancing an exchange; a simulated world provides its own. */
export interface ExchangePorts {
  /** Resolves once the command is durable, rejected, or its outcome unknown. */
  readonly submit: <Type extends CommandType>(command: CommandOf<Type>) => Promise<Outcome<ResponseOf<Type>>>
  readonly platform: PlatformInventories
  /** Called before each call to the platform. @throws when another process may be calling it */
  readonly beforeCall: () => Promise<void>
  /** Called when the platform did not process a call. */
  readonly onPostponed?: (reason: string) => void
  /** Called when only the operator can decide the exchange. */
  readonly onParked?: () => void
}

export interface ExchangeRef {
  readonly exchangeId: string
  readonly userId: string
  readonly steamId: string
}

type Request = Extract<NextRequest, { next: 'add' | 'consume' }>

/**
 * Advances an exchange as far as possible: records an attempt, sends it, records its outcome, and continues with the
 * next request. Can be interrupted and restarted at any point.
 * @returns true when nothing remains to be done; otherwise retry later
 */
export async function advanceExchange(ports: ExchangePorts, ref: ExchangeRef, signal: AbortSignal): Promise<boolean> {
  const [exchangeId, userId] = [asExchangeId(ref.exchangeId), asUserId(ref.userId)]
  const submit = async <Type extends CommandType>(command: CommandOf<Type>): Promise<ResponseOf<Type>> => {
    const outcome = await ports.submit<Type>(command)
    if (!outcome.ok) throw new Error(`${command.type} failed: ${outcome.error.code}`)
    return outcome.value
  }
  // One round for the plan and one per request.
  for (let round = 0; round <= LEGS_MAX + 1; round += 1) {
    signal.throwIfAborted()
    const next = await submit<'attempt_exchange'>({ type: 'attempt_exchange', userId, exchangeId })
    if (next.next === 'parked') ports.onParked?.()
    if (next.next === 'nothing' || next.next === 'parked') return true
    await ports.beforeCall()
    if (next.next === 'plan') {
      const listed = await ports.platform.list(ref.steamId, signal)
      if (listed.kind === 'postponed') ports.onPostponed?.(listed.reason)
      if (listed.kind !== 'done') {
        const outcome = UNLISTED[listed.kind]
        await submit<'note_unlisted'>({ type: 'note_unlisted', userId, exchangeId, outcome, detail: listed.reason })
        return false
      }
      const stacks = chooseStacks(withoutReserved(listed.value, next.reserved), next.item_id, next.count)
      await submit<'plan_exchange'>({ type: 'plan_exchange', userId, exchangeId, stacks })
      continue
    }
    const came = await send(ports.platform, ref.steamId, next, signal)
    if (came.kind === 'postponed') ports.onPostponed?.(came.reason)
    await submit<'resolve_attempt'>({
      type: 'resolve_attempt',
      userId,
      exchangeId,
      requestId: next.request_id,
      attempt: next.attempt,
      outcome: OUTCOMES[came.kind],
      detail: came.kind === 'done' ? '' : came.reason,
    })
    // An unconfirmed rejection must be retried later: an immediate retry would be too soon to confirm it.
    if (came.kind !== 'done') return false
  }
  return false
}

const OUTCOMES: Readonly<Record<CallOutcome<unknown>['kind'], AttemptOutcome>> = {
  done: 'confirmed',
  refused: 'refused',
  ambiguous: 'ambiguous',
  postponed: 'postponed',
}

const UNLISTED = { refused: 'refused', ambiguous: 'ambiguous', postponed: 'postponed' } as const

function send(
  platform: PlatformInventories,
  steamId: string,
  request: Request,
  signal: AbortSignal,
): Promise<CallOutcome<readonly PlatformStack[]>> {
  return request.next === 'add'
    ? platform.add(steamId, request.item_ids, request.request_id, signal)
    : platform.consume(steamId, request.stack_id, request.count, request.request_id, signal)
}

/**
 * Stacks without the coins reserved by other exchanges. If two exchanges took the same coins, the platform would reject
 * one, and such a rejection is confirmed late if its first attempt was ambiguous.
 */
function withoutReserved(
  stacks: readonly PlatformStack[],
  reserved: Extract<NextRequest, { next: 'plan' }>['reserved'],
): PlatformStack[] {
  const taken = new Map<string, number>()
  for (const { stack_id, count } of reserved) taken.set(stack_id, (taken.get(stack_id) ?? 0) + count)
  return stacks.map((stack) => ({ ...stack, count: stack.count - (taken.get(stack.stackId) ?? 0) }))
}

/**
 * Chooses the largest stacks first, so that few requests are needed. Covers less than `wanted` if there are too few.
 */
export function chooseStacks(
  stacks: readonly PlatformStack[],
  itemId: number,
  wanted: number,
): { stackId: string; count: number }[] {
  const chosen: { stackId: string; count: number }[] = []
  let left = wanted
  const ofCoin = stacks.filter((stack) => stack.itemId === itemId && stack.count > 0)
  for (const { stackId, count } of ofCoin.toSorted((a, b) => b.count - a.count).slice(0, LEGS_MAX)) {
    if (left === 0) break
    const taken = Math.min(left, count)
    chosen.push({ stackId, count: taken })
    left -= taken
  }
  return chosen
}
