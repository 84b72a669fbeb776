import { accountDeletion } from './areas/account-deletion/area.ts'
import { content } from './areas/content/area.ts'
import { craft } from './areas/craft/area.ts'
import { energy } from './areas/energy/area.ts'
import { exchange } from './areas/exchange/area.ts'
import { factory } from './areas/factory/area.ts'
import { freezes } from './areas/freezes/area.ts'
import { harvest } from './areas/harvest/area.ts'
import { jobs } from './areas/jobs/area.ts'
import { marketplace } from './areas/marketplace/area.ts'
import { notifications } from './areas/notifications/area.ts'
import { players } from './areas/players/area.ts'
import { referrals } from './areas/referrals/area.ts'
import { rent } from './areas/rent/area.ts'
import { roulette } from './areas/roulette/area.ts'
import { serverTransactions } from './areas/server-transactions/area.ts'
import { social } from './areas/social/area.ts'
import { trades } from './areas/trades/area.ts'
import type { Rng } from './core/chance/rng.ts'
import { BaseCommandRunner, type RunLimits } from './core/command-runner.ts'
import type { Apply } from './core/scheduler.ts'
import { composeRules } from './core/rules.ts'
import type { World } from './core/world.ts'

/** The only list of the economy's areas. A player's work due at the same time is settled in this order. */
const AREAS = [
  players,
  referrals,
  marketplace,
  notifications,
  energy,
  jobs,
  craft,
  factory,
  harvest,
  rent,
  roulette,
  exchange,
  social,
  trades,
  freezes,
  content,
  serverTransactions,
  accountDeletion,
] as const

const RULES = composeRules(AREAS)

export const {
  applyEvents,
  commandTypes: COMMAND_TYPES,
  createWorld,
  decide,
  dueKinds: DUE_KINDS,
  findViolations,
  holds: HOLDS,
  holdsOf,
  isOperationKind,
  needsOf,
  nextDueMs,
  operationKindOf,
  operationKinds: OPERATION_KINDS,
} = RULES

/** Runs commands and scheduled work by the rules of all areas. */
export class CommandRunner extends BaseCommandRunner {
  constructor(world: World, limits: RunLimits, rngFor: (operationId: string) => Rng, apply: Apply) {
    super(RULES, world, limits, rngFor, apply)
  }
}
