import type { DueSubject } from './scheduler.ts'
import type { UserId } from './numbers.ts'
import type { EntityIds, EntityKind } from './world.ts'

/** An entity by kind and id. */
export type EntityRef = {
  [Kind in EntityKind]: { readonly kind: Kind; readonly id: EntityIds[Kind] }
}[EntityKind]

/** What must be loaded, and whose scheduled work must be settled, before a command can be decided. */
export interface Needs {
  readonly users: readonly UserId[]
  readonly entities: readonly EntityRef[]
  /** Subjects whose scheduled work is settled first: the users and others the command depends on. */
  readonly due: readonly DueSubject[]
}

/** What one command needs, as declared by its area. */
export interface CommandNeeds {
  readonly users: readonly UserId[]
  readonly entities?: readonly EntityRef[]
  /** Besides the users. */
  readonly due?: readonly DueSubject[]
}

const NONE: readonly never[] = []

/** @param touchesStock whether scheduled work changes what the command sees. */
export function completeNeeds({ users, entities = NONE, due = NONE }: CommandNeeds, touchesStock: boolean): Needs {
  if (!touchesStock) return { users, entities, due: NONE }
  return { users, entities, due: [...users.map((id) => ({ kind: 'player', id }) as const), ...due] }
}
