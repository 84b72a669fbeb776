import type { DecisionContext } from './command.ts'
import type { EconomyEvent } from './event.ts'
import { instantContext } from './instant-context.ts'
import type { Rng } from './chance/rng.ts'
import type { UserId } from './numbers.ts'
import type { World } from './world.ts'

/** The ids of whatever has due work, by kind. A subject need not be a player; areas add their kinds. */
export interface DueSubjectIds {
  readonly player: UserId
}

export type DueKind = keyof DueSubjectIds

/** Whatever has work that falls due. */
export type DueSubject = {
  [Kind in DueKind]: { readonly kind: Kind; readonly id: DueSubjectIds[Kind] }
}[DueKind]

/** Takes decided events, which are true from then on. */
export type Apply = (events: readonly EconomyEvent[]) => void

/**
 * Work of a subject that falls due. Several areas may have some for the same subject: then everything of one moment is
 * settled before anything later, in the order of the areas.
 */
export interface DuePart<Id> {
  /** When the next of it is due, in Unix milliseconds; undefined when there is none. */
  readonly nextMs: (world: World, id: Id) => number | undefined
  /** Settles whatever is due at the context's moment. It cannot be refused. */
  readonly settle: (world: World, id: Id, context: DecisionContext, apply: Apply) => void
}

export type DueTable = { readonly [Kind in DueKind]?: DuePart<DueSubjectIds[Kind]> }

/** A subject whose work of one moment is not done after so many rounds never ends: a rule went wrong. */
const ROUNDS_PER_INSTANT_MAX = 100

/** The scheduler: what is due next, and settling it moment by moment. Knows no area. */
export class Scheduler {
  readonly #tables: readonly DueTable[]

  constructor(tables: readonly DueTable[]) {
    this.#tables = tables
  }

  /** The kinds of subject that have due work. */
  kinds(): string[] {
    return [...new Set(this.#tables.flatMap((table) => Object.keys(table)))]
  }

  /** When a subject's next work is due, in Unix milliseconds; undefined when there is none. */
  nextMs(world: World, { kind, id }: DueSubject): number | undefined {
    return this.#nextMs(world, kind, id)
  }

  /**
   * Settles everything of a subject that is due at one moment, with ids made from it (`instantContext`).
   * @param between runs after each round: what was settled may have brought more of the same moment.
   */
  settleInstant(
    world: World,
    { kind, id }: DueSubject,
    atMs: number,
    rngFor: (operationId: string) => Rng,
    apply: Apply,
    between: (context: DecisionContext) => void,
  ): void {
    const context = instantContext(kind, id, atMs, rngFor)
    for (let round = 0; round < ROUNDS_PER_INSTANT_MAX; round += 1) {
      this.#settle(world, kind, id, context, apply)
      between(context)
      const nextMs = this.#nextMs(world, kind, id)
      if (nextMs === undefined || nextMs > atMs) return
    }
    throw new Error(`Work of ${kind} ${id} does not come to an end at ${atMs}`)
  }

  #nextMs<Kind extends DueKind>(world: World, kind: Kind, id: DueSubjectIds[Kind]): number | undefined {
    let nextMs: number | undefined
    for (const table of this.#tables) {
      const partMs = table[kind]?.nextMs(world, id)
      if (partMs !== undefined && (nextMs === undefined || partMs < nextMs)) nextMs = partMs
    }
    return nextMs
  }

  #settle<Kind extends DueKind>(
    world: World,
    kind: Kind,
    id: DueSubjectIds[Kind],
    context: DecisionContext,
    apply: Apply,
  ): void {
    for (const table of this.#tables) table[kind]?.settle(world, id, context, apply)
  }
}
