import type { Catalogue } from '../src/core/catalogue.ts'
import { rngFromText, type Rng } from '../src/core/chance/rng.ts'
import type { RunLimits } from '../src/core/command-runner.ts'
import type { Command, DecisionContext } from '../src/core/command.ts'
import type { EconomyEvent } from '../src/core/event.ts'
import type { Operation } from '../src/core/ledger/ledger.ts'
import type { UserId } from '../src/core/numbers.ts'
import type { World } from '../src/core/world.ts'
import { CommandRunner, applyEvents, createWorld } from '../src/economy.ts'
import { dumpWorld, loadWorld } from './dump-world.ts'
import { sampleCatalogue } from './fixture.ts'

/** A command and the time it is decided at. */
export interface TimedCommand {
  readonly atMs: number
  readonly command: Command
}

/**
 * How work is settled: for which players besides those a command touches, in what portions, and after how many steps
 * the world is reloaded.
 */
export interface ReplayStyle {
  readonly settlesEverybody: boolean
  readonly limits: (rng: Rng) => RunLimits
  readonly reloadEverySteps: number | undefined
}

const UNLIMITED: RunLimits = { instantsPerSubject: Number.POSITIVE_INFINITY, instants: Number.POSITIVE_INFINITY }

export const STYLES = {
  /** The reference: all due work is settled before each command. */
  eager: { settlesEverybody: true, limits: () => UNLIMITED, reloadEverySteps: undefined },
  /** Only what a command needs, so that other players fall far behind. */
  lazy: { settlesEverybody: false, limits: () => UNLIMITED, reloadEverySteps: undefined },
  /** Occasionally and in small portions, with restarts in between. */
  choppy: {
    settlesEverybody: false,
    limits: (rng) => ({ instantsPerSubject: 1 + rng.below(3), instants: 1 + rng.below(6) }),
    reloadEverySteps: 97,
  },
} as const satisfies Record<string, ReplayStyle>

const IDS_PER_STEP = 10_000
/** Marks ids of commands; ids of scheduled work never reach this value in tests. */
const COMMAND_ID_HEAD = '7fff-8000'
const TRIES_MAX = 1_000_000

/** Options of a replay; by default the sample game, randomness from operation ids, and no observer. */
export interface ReplayOptions {
  readonly catalogue?: Catalogue
  readonly rngFor?: (operationId: string) => Rng
  readonly watch?: (events: readonly EconomyEvent[]) => void
}

/** Replays a stream of commands in one style. */
export class ProductionReplay {
  world: World
  /** Each player's operations, in order. */
  readonly operations = new Map<UserId, Operation[]>()
  readonly #style: ReplayStyle
  readonly #users: readonly UserId[]
  readonly #rng: Rng
  readonly #rngFor: (operationId: string) => Rng
  readonly #watch: ((events: readonly EconomyEvent[]) => void) | undefined
  #steps = 0

  constructor(
    users: readonly UserId[],
    style: ReplayStyle,
    seed: string,
    { catalogue = sampleCatalogue(), rngFor = rngFromText, watch }: ReplayOptions = {},
  ) {
    this.#style = style
    this.#users = users
    this.#rng = rngFromText(seed)
    this.#rngFor = rngFor
    this.#watch = watch
    this.world = createWorld(catalogue)
    for (const userId of users) this.world.addAccount(userId)
    for (const itemId of this.world.catalogue.items.keys()) this.world.marketplace.addBook(itemId)
  }

  /** @returns 'ok' or the rejection's code. */
  run({ atMs, command }: TimedCommand): string {
    this.#steps += 1
    if (this.#style.settlesEverybody) this.settleAll(atMs)
    else this.#newRunner().settle({ kind: 'player', id: this.#pickUser() ?? command.userId }, atMs)
    const every = this.#style.reloadEverySteps
    if (every !== undefined && this.#steps % every === 0) {
      this.world = loadWorld(this.world.catalogue, dumpWorld(this.world))
    }
    const context = this.#contextOf(atMs, command.userId)
    for (let tries = 0; tries < TRIES_MAX; tries += 1) {
      const outcome = this.#newRunner().run(command, context)
      if (outcome !== undefined) return outcome.ok ? 'ok' : outcome.error.code
    }
    throw new Error('Settling did not end')
  }

  settleAll(untilMs: number): void {
    for (const userId of this.#users) {
      let tries = 0
      while (!this.#newRunner().settle({ kind: 'player', id: userId }, untilMs)) {
        tries += 1
        if (tries > TRIES_MAX) throw new Error('Settling did not end')
      }
    }
  }

  #pickUser(): UserId | undefined {
    return this.#users[this.#rng.below(this.#users.length)]
  }

  /** State and histories, equal for equal outcomes. */
  outcome(): unknown {
    return { world: dumpWorld(this.world), operations: [...this.operations].toSorted(([a], [b]) => (a < b ? -1 : 1)) }
  }

  #newRunner(): CommandRunner {
    return new CommandRunner(this.world, this.#style.limits(this.#rng), this.#rngFor, (events) => {
      applyEvents(this.world, events)
      for (const event of events) if (event.type === 'ledger_posted') this.#remember(event.operations)
      this.#watch?.(events)
    })
  }

  #remember(operations: readonly Operation[]): void {
    for (const operation of operations) {
      const known = this.operations.get(operation.userId)
      if (known === undefined) this.operations.set(operation.userId, [operation])
      else known.push(operation)
    }
  }

  /** Ids derive from the position in the stream, so that retries get the same ones. */
  #contextOf(atMs: number, actorId: UserId): DecisionContext {
    let number = this.#steps * IDS_PER_STEP
    return {
      nowMs: atMs,
      actorId,
      newId: () => {
        number += 1
        return idOfCommand(atMs, number)
      },
      rngFor: this.#rngFor,
    }
  }
}

/** A version 7 UUID ending in the position in the stream and in the command. */
function idOfCommand(atMs: number, number: number): string {
  const time = atMs.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-${COMMAND_ID_HEAD}-${String(number).padStart(12, '0')}`
}

/**
 * What an operation's draws depend on: the due time of scheduled work in Unix milliseconds, or the number of a command.
 */
export function momentOf(operationId: string): number {
  const isOfCommand = operationId.slice(14, 23) === COMMAND_ID_HEAD
  if (isOfCommand) return Math.floor(Number(operationId.slice(24)) / IDS_PER_STEP)
  return Number.parseInt(operationId.slice(0, 13).replace('-', ''), 16)
}
