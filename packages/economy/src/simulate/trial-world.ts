import type { Catalogue } from '../core/catalogue.ts'
import type { Rng } from '../core/chance/rng.ts'
import type { DecisionContext } from '../core/command.ts'
import { WORLD } from '../core/ledger/accounts.ts'
import { asUserId, type AssetId } from '../core/numbers.ts'
import type { Rejection } from '../core/rejection.ts'
import { fail, succeed, type Result } from '../core/result.ts'
import type { World } from '../core/world.ts'
import { applyEvents, createWorld, CommandRunner } from '../economy.ts'
import { assetsTakenBy, commandsOf, type StartedWork } from './started-work.ts'

/** Stock of every item: more than any work needs, far below the limit of an amount. */
const PLENTY = 2 ** 50
const PLAYER = asUserId('trialWorld')
const UNLIMITED = { instantsPerSubject: Number.POSITIVE_INFINITY, instants: Number.POSITIVE_INFINITY }

/** The part of a catalogue that a trial world needs; the wheel draws from plain randomness. */
export type TrialCatalogue = Omit<Catalogue, 'roulette'> & {
  readonly roulette: Omit<NonNullable<Catalogue['roulette']>, 'rollOf'> | undefined
}

/**
 * A separate world in which work is started and settled by the real rules (rules §10), on an account with unlimited
 * stock.
 */
export class TrialWorld {
  /** Random numbers drawn. */
  draws = 0
  readonly #world: World
  readonly #rng: Rng
  #ids = 0

  constructor(catalogue: TrialCatalogue, rng: Rng) {
    this.#rng = {
      below: (bound) => {
        this.draws += 1
        return rng.below(bound)
      },
    }
    const { roulette } = catalogue
    const rollOf = (_seat: unknown, totalWeight: number): number => this.#rng.below(totalWeight)
    this.#world = createWorld({ ...catalogue, roulette: roulette && { ...roulette, rollOf } })
  }

  /** Starts the work once and settles it. @returns the change of each asset that changed. */
  run(work: StartedWork): Result<ReadonlyMap<AssetId, number>, Rejection> {
    this.#world.account(WORLD).balances.clear()
    const { balances } = this.#world.addAccount(PLAYER)
    for (const asset of assetsTakenBy(this.#world.catalogue, work)) balances.set(asset, { free: PLENTY, held: 0 })
    const stocked = new Set(balances.keys())
    const runner = new CommandRunner(
      this.#world,
      UNLIMITED,
      () => this.#rng,
      (events) => applyEvents(this.#world, events),
    )
    for (const command of commandsOf(work, PLAYER)) {
      const decision = runner.run(command, this.#context)
      if (decision === undefined) throw new Error('An unlimited runner reached its limit')
      if (!decision.ok) return fail(decision.error)
    }
    runner.settle({ kind: 'player', id: PLAYER }, Number.MAX_SAFE_INTEGER)
    const changes = new Map<AssetId, number>()
    for (const [asset, { free, held }] of balances) {
      const change = free + held - (stocked.has(asset) ? PLENTY : 0)
      if (change !== 0) changes.set(asset, change)
    }
    return succeed(changes)
  }

  readonly #context: DecisionContext = {
    nowMs: 0,
    actorId: PLAYER,
    newId: () => {
      this.#ids += 1
      return `trial-${this.#ids}`
    },
    rngFor: () => this.#rng,
  }
}
