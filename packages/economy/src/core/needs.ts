import type { DueSubject } from './scheduler.ts'
import type { UserId } from './numbers.ts'
import type { EntityIds, EntityKind } from './world.ts'

/** An entity by kind and id. */
export type EntityRef = {
  [Kind in EntityKind]: { readonly kind: Kind; readonly id: EntityIds[Kind] }
}[EntityKind]

/** What must be in memory before a command can be decided, and what has to be settled before it. */
export interface Needs {
  readonly users: readonly UserId[]
  readonly entities: readonly EntityRef[]
  /** Whose due work comes first: the users', and whatever else a command depends on. */
  readonly due: readonly DueSubject[]
}

/** What one command needs, as its area says it. */
export interface CommandNeeds {
  readonly users: readonly UserId[]
  readonly entities?: readonly EntityRef[]
  /** Besides the users. */
  readonly due?: readonly DueSubject[]
}

const NONE: readonly never[] = []

/** @param touchesStock whether due work changes what the command sees. */
export function completeNeeds({ users, entities = NONE, due = NONE }: CommandNeeds, touchesStock: boolean): Needs {
  if (!touchesStock) return { users, entities, due: NONE }
  return { users, entities, due: [...users.map((id) => ({ kind: 'player', id }) as const), ...due] }
}
