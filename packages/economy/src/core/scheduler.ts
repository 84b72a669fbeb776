import type { DecisionContext } from './command.ts'
import type { EconomyEvent } from './event.ts'
import { instantContext } from './instant-context.ts'
import type { Rng } from './chance/rng.ts'
import type { UserId } from './numbers.ts'
import type { World } from './world.ts'

/** Ids of everything that has scheduled work, by kind. A subject need not be a player; areas add their kinds. */
export interface DueSubjectIds {
  readonly player: UserId
}

export type DueKind = keyof DueSubjectIds

/** Anything that has scheduled work. */
export type DueSubject = {
  [Kind in DueKind]: { readonly kind: Kind; readonly id: DueSubjectIds[Kind] }
}[DueKind]

/** Applies decided events. */
export type Apply = (events: readonly EconomyEvent[]) => void

/**
 * An area's scheduled work of one kind of subject. Where several areas share a subject, everything due at one time is
 * settled before anything later, in the order of the areas.
 */
export interface DuePart<Id> {
  /** When the next work is due, in Unix milliseconds; undefined without any. */
  readonly nextMs: (world: World, id: Id) => number | undefined
  /** Settles everything due at the context's time. Cannot be rejected. */
  readonly settle: (world: World, id: Id, context: DecisionContext, apply: Apply) => void
}

export type DueTable = { readonly [Kind in DueKind]?: DuePart<DueSubjectIds[Kind]> }

/** Rounds of work at one time after which a rule must be looping. */
const ROUNDS_PER_INSTANT_MAX = 100

/** Finds the next scheduled work of a subject and settles it in time order. Knows no area. */
export class Scheduler {
  readonly #tables: readonly DueTable[]

  constructor(tables: readonly DueTable[]) {
    this.#tables = tables
  }

  /** The kinds of subject that have scheduled work. */
  kinds(): string[] {
    return [...new Set(this.#tables.flatMap((table) => Object.keys(table)))]
  }

  /** When a subject's next work is due, in Unix milliseconds; undefined without any. */
  nextMs(world: World, { kind, id }: DueSubject): number | undefined {
    return this.#nextMs(world, kind, id)
  }

  /**
   * Settles all of a subject's work due at one time, with ids derived from it (`instantContext`).
   * @param between runs after each round, since settled work may start more that is due at the same time.
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
    throw new Error(`Scheduled work of ${kind} ${id} does not end at ${atMs}`)
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
