import { rngFromText, type Rng } from '../src/core/chance/rng.ts'
import type { Command } from '../src/core/command.ts'
import type { EconomyEvent } from '../src/core/event.ts'
import type { UserId } from '../src/core/numbers.ts'
import { findViolations } from '../src/economy.ts'
import type { FriendshipState } from '../src/areas/social/pair.ts'
import { dumpWorld } from './dump-world.ts'
import { SampleEconomy, userNumber } from './fixture.ts'
import { RandomSocial, SOCIAL_TYPES } from './random-social.ts'

const USERS = [1, 2, 3, 4].map(userNumber)
/** Average steps between restarts. */
const RESTART_EVERY_STEPS = 300

export interface SocialFuzzReport {
  readonly steps: number
  readonly accepted: number
  readonly completed: number
}

/**
 * Runs seeded random commands of friends and traders, with restarts, and checks all invariants after each.
 * @throws naming seed and step of the first violation; the same seed reproduces it.
 */
export function fuzzSocial(seed: string, steps: number): SocialFuzzReport {
  const rng = rngFromText(seed)
  const random = new RandomSocial(rng, USERS)
  const economy = new SampleEconomy(USERS)
  let [accepted, completed] = [0, 0]
  for (let step = 0; step < steps; step += 1) {
    economy.pass(random.pauseMs())
    const { decision, events } = economy.runAll(random.next(economy.world))
    if (decision.ok) accepted += 1
    completed += events.filter((event) => event.type === 'trade_changed' && event.trade.status === 'completed').length
    const problem = problemAfter(economy, decision.ok, events)
    if (problem !== undefined) throw new Error(`seed ${seed}, step ${step}: ${problem}`)
    if (rng.below(RESTART_EVERY_STEPS) === 0) restart(economy)
  }
  return { steps, accepted, completed }
}

function problemAfter(
  economy: SampleEconomy,
  wasAccepted: boolean,
  events: readonly EconomyEvent[],
): string | undefined {
  const violations = findViolations(economy.world)
  if (violations.length > 0) return JSON.stringify(violations)
  const operations = events.flatMap((event) => (event.type === 'ledger_posted' ? event.operations : []))
  const ofTrades = operations.filter(({ kind }) => kind === 'trade')
  if (ofTrades.length > 0 && !wasAccepted) return 'a rejected command moved something'
  const causes = Map.groupBy(ofTrades, ({ causeId }) => causeId)
  for (const [causeId, both] of causes) {
    if (both.length !== 2 || both[0]?.userId === both[1]?.userId)
      return `trade ${causeId} is not one operation per side`
  }
  return undefined
}

function restart(economy: SampleEconomy): void {
  const before = JSON.stringify(dumpWorld(economy.world))
  economy.restart()
  if (JSON.stringify(dumpWorld(economy.world)) !== before) throw new Error('A restart changed the world')
}

const [HIDER, SEEKER, THIRD] = [userNumber(1), userNumber(2), userNumber(3)]

/**
 * Runs the same commands in two economies. In one the first player blocks the second; in the other they do what looks
 * the same: remove the friend, cancel the invitation, or nothing. Then the second player tries everything: responses,
 * events and readable data must be equal (rules §11).
 * @throws naming the seed of the first difference.
 */
export function fuzzBlocking(seed: string, steps: number): void {
  const rng = rngFromText(seed)
  const [blocking, parting] = [new SampleEconomy([HIDER, SEEKER, THIRD]), new SampleEconomy([HIDER, SEEKER, THIRD])]
  const both = (command: Command): void => {
    const seen = [blocking, parting].map((economy) => seenBySeeker(economy, command))
    if (seen[0] !== seen[1]) throw new Error(`seed ${seed}: ${JSON.stringify(command)}: ${seen.join(', should be ')}`)
  }
  for (let step = 0; step < rng.below(8); step += 1) both(randomCommand(rng, [HIDER, SEEKER, THIRD]))
  const { state, blocks } = blocking.world.social.side(HIDER, SEEKER)
  if (blocks) return
  const hide: Command = { type: 'block_user', userId: HIDER, otherId: SEEKER }
  const blocked = seenBySeeker(blocking, hide)
  const type = lookAlikeOf(state)
  const parted = type === undefined ? seenNothing(parting) : seenBySeeker(parting, { ...hide, type })
  if (blocked !== parted)
    throw new Error(`seed ${seed}: the block of a ${state} is visible: ${blocked}, should be ${parted}`)
  for (let step = 0; step < steps; step += 1) both(randomCommand(rng, [SEEKER, THIRD]))
}

/** The command that looks like a block; none for a pending invitation or an ended relation. */
function lookAlikeOf(state: FriendshipState): 'remove_friend' | 'cancel_invitation' | undefined {
  if (state === 'accepted') return 'remove_friend'
  return state === 'sent' ? 'cancel_invitation' : undefined
}

function randomCommand(rng: Rng, askers: readonly UserId[]): Command {
  const userId = askers[rng.below(askers.length)] ?? SEEKER
  const others = [HIDER, SEEKER, THIRD].filter((other) => other !== userId)
  const otherId = others[rng.below(others.length)] ?? THIRD
  if (rng.below(6) === 0) return { type: 'create_trade', userId, otherId }
  return { type: SOCIAL_TYPES[rng.below(SOCIAL_TYPES.length)] ?? 'block_user', userId, otherId }
}

/** Everything the second player can observe: responses to their commands, events, and readable data. */
function seenBySeeker(economy: SampleEconomy, command: Command): string {
  const { decision, events } = economy.runAll(command)
  const answer = command.userId === SEEKER ? (decision.ok ? 'accepted' : JSON.stringify(decision.error)) : ''
  return JSON.stringify([answer, sentToSeeker(events), readBySeeker(economy)])
}

function seenNothing(economy: SampleEconomy): string {
  economy.nowMs += 1
  return JSON.stringify(['', [], readBySeeker(economy)])
}

function sentToSeeker(events: readonly EconomyEvent[]): unknown[] {
  return events.flatMap((event): unknown[] => {
    if (event.type === 'friendship_changed') {
      return event.userId === SEEKER && event.sentStatus !== null ? [event.sentStatus, event.side] : []
    }
    if (event.type !== 'trade_created' && event.type !== 'trade_changed') return []
    return event.trade.sides.some(({ userId }) => userId === SEEKER) ? [event.type, event.trade.status] : []
  })
}

function readBySeeker({ world }: SampleEconomy): unknown[] {
  const trades = world.trades.all().filter(({ sides }) => sides.some(({ userId }) => userId === SEEKER))
  return [
    world.social.side(SEEKER, HIDER),
    world.social.side(SEEKER, THIRD),
    world.account(SEEKER).social,
    trades.map(({ status, endedAtMs }) => [status, endedAtMs]),
  ]
}
