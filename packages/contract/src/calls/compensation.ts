import * as z from 'zod'
import type { ContractArea } from '../area.ts'
import {
  amount,
  cursorUuid,
  emptyBody,
  givenReason,
  idempotencyKey,
  itemId,
  text,
  unixSeconds,
  uuid,
} from '../bounds.ts'
import { RATE_LIMITS } from '../call.ts'
import {
  COMPENSATION_COINS_MAX,
  COMPENSATION_COUNT_MAX,
  COMPENSATION_ITEMS_MAX,
  COMPENSATION_LIST_LENGTH_MAX,
  COMPENSATION_PLAYERS_MAX,
  ITEM_ID_MAX,
} from '../constants.ts'
import { OPERATOR_ACTIONS } from '../operator-actions.ts'
import { steamId } from './admin.ts'

/** The players: those listed, or those matching all filters. */
const chosenPlayers = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('list'),
    /** Steam ids, UUIDs and names, separated by lines or commas. */
    text: text.trim().min(1).max(COMPENSATION_LIST_LENGTH_MAX),
  }),
  z.strictObject({
    kind: z.literal('filter'),
    /** Unix seconds, rounded to the day; 0 for any. */
    active_since: unixSeconds.default(0),
    signed_up_before: unixSeconds.default(0),
    /** 0 for any. */
    owns_item: z.int().min(0).max(ITEM_ID_MAX).default(0),
  }),
])
export type ChosenPlayers = z.output<typeof chosenPlayers>

const item = z.strictObject({ item_id: itemId, count: z.int().min(1).max(COMPENSATION_COUNT_MAX) })

/** What each player gets; bundles and generators open separately for each. */
const compensation = z.strictObject({
  players: chosenPlayers,
  coins: z.int().min(0).max(COMPENSATION_COINS_MAX).default(0),
  items: z.array(item).max(COMPENSATION_ITEMS_MAX).default([]),
})
const givesSomething = ({ coins, items }: { coins: number; items: readonly unknown[] }) => coins > 0 || items.length > 0

const run = z.object({
  id: uuid,
  /** Unix seconds. */
  started_at: z.int(),
  /** Null until every player has been processed. */
  ended_at: z.int().nullable(),
  /** When an operator stopped it; null while it runs and once it has ended. */
  stopped_at: z.int().nullable(),
  operator_name: z.string(),
  reason: z.string(),
  coins: amount,
  items: z.array(item),
  players: amount,
  granted: amount,
  /** Players whose grant was rejected, for example because the wallet has no room. */
  refused: amount,
})
export type CompensationRun = z.infer<typeof run>

const common = {
  area: 'compensation',
  query: z.object({}),
  bodyType: 'json',
  command: false,
  rateLimit: RATE_LIMITS.command,
} as const
const reading = { ...common, access: OPERATOR_ACTIONS['compensation.read'], action: 'compensation.read' } as const

/** The run and the reason. */
const change = z.strictObject({
  run_id: uuid,
  idempotency_key: idempotencyKey,
  reason: givenReason,
})

/** Grants of items and coins to many players, each exactly once. */
export const compensationContract = {
  calls: {
    'POST /admin/compensation/preview': {
      ...reading,
      summary: 'The players and totals of a compensation, without granting anything',
      rateLimit: RATE_LIMITS.heavyRead,
      body: compensation.refine(givesSomething),
      response: z.object({
        players: amount,
        coins_total: amount,
        items_total: z.array(z.object({ item_id: itemId, count: amount })),
        /** A sample of the players, by name. */
        sample: z.array(z.object({ steam_id: steamId, name: z.string() })),
        /** Entries that match no player, or more than one. */
        not_understood: z.array(z.object({ entry: z.string(), why: z.enum(['unknown', 'ambiguous']) })),
        /** Entries that repeat a player. */
        repeated: amount,
      }),
    },
    'POST /admin/compensation/start': {
      ...common,
      summary:
        'Starts a run that grants the same to each player once; it continues in the background, also after a restart',
      access: OPERATOR_ACTIONS['compensation.start'],
      action: 'compensation.start',
      body: compensation
        .extend({
          idempotency_key: idempotencyKey,
          reason: givenReason,
          /** The number shown in the preview; nothing starts if it has changed. */
          expected_players: z.int().min(1).max(COMPENSATION_PLAYERS_MAX),
        })
        .refine(givesSomething),
      response: z.object({ run }),
    },
    'POST /admin/compensation/stop': {
      ...common,
      summary: 'Stops a run until it is resumed; grants in flight still arrive, and nothing is taken back',
      access: OPERATOR_ACTIONS['compensation.stop'],
      action: 'compensation.stop',
      body: change,
      response: z.object({ run }),
    },
    'POST /admin/compensation/resume': {
      ...common,
      summary: 'Resumes a stopped run with the remaining players',
      access: OPERATOR_ACTIONS['compensation.resume'],
      action: 'compensation.resume',
      body: change,
      response: z.object({ run }),
    },
    'POST /admin/compensation/runs': {
      ...reading,
      summary: 'Runs with operator, reason, grant and progress, newest first',
      body: z.strictObject({ last_uuid: cursorUuid }),
      response: z.object({ response: z.array(run) }),
    },
    'POST /admin/compensation/refusals': {
      ...reading,
      summary: 'Players whose grant was rejected, and why',
      body: z.strictObject({ run_id: uuid, last_uuid: cursorUuid }),
      response: z.object({
        response: z.array(z.object({ user_uuid: uuid, steam_id: steamId, name: z.string(), code: z.string() })),
      }),
    },
    'GET /console/compensation-progress': {
      ...reading,
      summary: 'The progress of runs that have not ended, newest first',
      bodyType: 'none',
      body: emptyBody,
      rateLimit: RATE_LIMITS.read,
      response: z.object({ response: z.array(run) }),
    },
  },
  errors: {
    nobody_chosen: { status: 409, message: 'No player matches' },
    too_many_players: { status: 409, message: 'At most {max} players at once: {count} match' },
    players_changed: { status: 409, message: '{count} players match now: check the preview again' },
    run_not_found: { status: 404, message: 'Run not found' },
    run_ended: { status: 409, message: 'The run has ended: all players have been processed' },
    run_stopped: { status: 409, message: 'The run is already stopped' },
    run_going_on: { status: 409, message: 'The run is already running' },
  },
} as const satisfies ContractArea
