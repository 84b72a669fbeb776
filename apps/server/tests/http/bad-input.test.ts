import { randomUUID } from 'node:crypto'
import { calls, type CallName, type ErrorCode } from '@clutch/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BODY_BYTES_MAX } from '../../src/http/http-app.ts'
import { AREAS } from '../../src/server-areas.ts'
import { checkIntegrity } from '../../src/integrity/integrity-check.ts'
import { errorBodyOf } from '../support/answers.ts'
import { BOUND_ITEM_ID, FIRST_ITEM_ID, RECIPES } from '../support/make-pack.ts'
import { wrongBodiesOf } from '../support/hostile-calls.ts'
import { Player } from '../support/player.ts'
import { startSimulatedPlatform, type SimulatedPlatform } from '../support/simulated-platform.ts'
import { endOfLog, snapshotEconomy } from '../support/snapshot.ts'
import { createTestStore, type TestStore } from '../support/stores.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'
import { tokensOf } from '../support/tokens.ts'

/** A request that must be rejected. */
interface BadRequest {
  readonly what: string
  readonly code: ErrorCode
  readonly method?: string
  /** Sent as JSON; `text` is sent verbatim. */
  readonly body?: unknown
  readonly text?: string
  readonly type?: string
  readonly search?: string
  readonly headers?: Readonly<Record<string, string>>
}

const FORM_TYPE = 'application/x-www-form-urlencoded'
const SORT_OF_NUMBERS: readonly unknown[] = [
  '7',
  '',
  ' 7',
  'NaN',
  'Infinity',
  '-1',
  '1e3',
  '0x10',
  null,
  true,
  [],
  [7],
  {},
  { valueOf: 7 },
]
const BEYOND_WHOLE_NUMBERS = [0.1, 1e300, -(2 ** 53)]
const JSON_NUMBERS_OUT_OF_RANGE = ['1e400', '-1e400', 'NaN', 'Infinity', '01', '0x10', '1_000']
const UNKNOWN_ITEM_ID = 999_999
const MARKET_PRICE_MAX = 1_000_000_000_000
const ADMIN_STEAM_ID = '76561198000000114'
const ORDER = { item_type_id: FIRST_ITEM_ID, price: 3, count: 1 }
const UNKNOWN_UUID = '00000000-0000-7000-8000-000000000000'
const SIMULATED = { kind: 'craft', receipt_id: RECIPES.slowCraft, count: 1, runs: 1 }
const NEWS = {
  entry_id: UNKNOWN_UUID,
  seen_version: 0,
  visible_from: null,
  visible_until: null,
  content: {
    kind: 'announcement',
    replaces: null,
    starts_on: null,
    ends_on: null,
    title: { en: 'A' },
    body: { en: 'B' },
    features: [],
    changes: [],
    link: null,
  },
}
const WITHDRAWN = { entry_id: UNKNOWN_UUID, seen_version: 1, is_withdrawn: true, reason: 'x' }
const NEW_PRICE = { lot_uuid: 'OWN', price: 3 }
const COUNT_CHART = { item_id: FIRST_ITEM_ID, start_date: 0, end_date: 9_999_999_999, interval: 'day' }
const WATCHED = { item_id: FIRST_ITEM_ID, is_watched: true }
const ALERT = { item_id: FIRST_ITEM_ID, side: 'sell', direction: 'below', price: 3 }
const CHART = { item_type_id: FIRST_ITEM_ID, start_date: 0, end_date: 9_999_999_999, interval: 'day' }

/** Values that are almost whole numbers. All calls share one schema for them, so testing one field is enough. */
function almostWhole(body: object, field: string): BadRequest[] {
  const texts = JSON_NUMBERS_OUT_OF_RANGE.map((number) => ({
    what: `${field} written ${number}`,
    code: 'invalid_input' as const,
    text: JSON.stringify({ ...body, [field]: 'HERE' }).replace('"HERE"', number),
  }))
  return [...wrongValue(body, field, [...SORT_OF_NUMBERS, ...BEYOND_WHOLE_NUMBERS]), ...texts]
}

function wrongValue(body: object, field: string, values: readonly unknown[]): BadRequest[] {
  return values.map((value) => ({
    what: `${field} ${JSON.stringify(value)}`,
    code: 'invalid_input',
    body: { ...body, [field]: value },
  }))
}

const WRONG_ITEM = [0, 2_147_483_648]

const ORDERS: readonly BadRequest[] = [
  ...wrongValue(ORDER, 'item_type_id', WRONG_ITEM),
  ...wrongValue(ORDER, 'price', [0, MARKET_PRICE_MAX + 1]),
  ...wrongValue(ORDER, 'count', [0, 1_000_001]),
  ...wrongValue(ORDER, 'currency', ['gold']),
  ...wrongValue(ORDER, 'prefer_lot_currency', ['euro']),
  ...wrongValue(ORDER, 'prefer_lot_price', [-1]),
]

const SUPPORT = { steam_id: ADMIN_STEAM_ID, idempotency_key: 'k', item_id: FIRST_ITEM_ID, count: 1 }
const ANONYMOUS = '76561198999999999'
const STEAM_IDS = wrongValue({}, 'steam_id', ['7656119800000011', `${ADMIN_STEAM_ID}0`, ` ${ADMIN_STEAM_ID}`])
const PLAYER_PAGES: readonly BadRequest[] = [
  ...STEAM_IDS,
  { what: 'an unknown player', code: 'user_not_found', body: { steam_id: ANONYMOUS } },
]
const COMPENSATION = { players: { kind: 'list', text: ADMIN_STEAM_ID }, coins: 1 }
const RUN = { ...COMPENSATION, idempotency_key: 'run', reason: 'an outage', expected_players: 1 }
const RUN_CHANGE = { run_id: randomUUID(), idempotency_key: 'change', reason: 'a slip' }
const RUN_CHANGES: readonly BadRequest[] = [
  ...wrongValue(RUN_CHANGE, 'idempotency_key', ['a b']),
  ...wrongValue(RUN_CHANGE, 'reason', [' ', 'x'.repeat(301)]),
  { what: 'an unexpected field', code: 'invalid_input', body: { ...RUN_CHANGE, force: true } },
  { what: 'an unknown run', code: 'run_not_found', body: RUN_CHANGE },
]
const COMPENSATIONS: readonly BadRequest[] = [
  { what: 'nothing to give', code: 'invalid_input', body: { players: COMPENSATION.players } },
  ...wrongValue(COMPENSATION, 'coins', [-1, 1_000_000_001]),
  ...wrongValue(COMPENSATION, 'items', [
    7,
    null,
    [7],
    [{ item_id: FIRST_ITEM_ID, count: 0 }],
    [{ item_id: FIRST_ITEM_ID, count: 1_000_001 }],
    Array.from({ length: 11 }, () => ({ item_id: FIRST_ITEM_ID, count: 1 })),
  ]),
  ...wrongValue(COMPENSATION, 'players', [
    7,
    null,
    {},
    { kind: 'list', text: ' ' },
    { kind: 'list', text: 'x'.repeat(50_001) },
    { kind: 'everybody' },
    { kind: 'filter', active_since: -1 },
    { kind: 'filter', owns_item: 2_147_483_648 },
    { kind: 'filter', text: 'x' },
  ]),
  {
    what: 'an unknown item',
    code: 'unknown_item',
    body: { ...COMPENSATION, items: [{ item_id: UNKNOWN_ITEM_ID, count: 1 }] },
  },
]
const SUPPORTS: readonly BadRequest[] = [
  ...STEAM_IDS,
  ...wrongValue(SUPPORT, 'item_id', [-1, 2_147_483_648]),
  ...wrongValue(SUPPORT, 'count', [0]),
  ...wrongValue(SUPPORT, 'idempotency_key', ['a b', 'x'.repeat(129)]),
  ...wrongValue(SUPPORT, 'reason', ['x'.repeat(301)]),
  { what: 'an unknown player', code: 'user_not_found', body: { ...SUPPORT, steam_id: ANONYMOUS } },
]
const AUDIT_FILTERS: readonly BadRequest[] = [
  ...wrongValue({}, 'actor', ['x'.repeat(129)]),
  ...wrongValue({}, 'outcome', ['x'.repeat(129)]),
  ...wrongValue({}, 'from', [-1]),
]
const WRONG_DAYS = ['', 'today', '2026-13-01', '2026-02-30', 1_790_000_000, null]
const PERIOD = { from: '2026-11-01', until: '2026-11-21' }
const PERIODS: readonly BadRequest[] = [
  ...wrongValue(PERIOD, 'from', [...WRONG_DAYS, '2026-11-22', '2025-11-20']),
  ...wrongValue(PERIOD, 'until', WRONG_DAYS),
]

/** Well-formed orders that the rules reject; a check call answers `false` to the same orders. */
const REFUSED_ORDERS: readonly BadRequest[] = [
  { what: 'an unknown item', code: 'unknown_item', body: { ...ORDER, item_type_id: UNKNOWN_ITEM_ID } },
  { what: 'an unsellable item', code: 'item_not_sellable', body: { ...ORDER, item_type_id: BOUND_ITEM_ID } },
  { what: 'a sum too large', code: 'amount_too_large', body: { ...ORDER, price: MARKET_PRICE_MAX, count: 1_000_000 } },
  ...['a b', 'x'.repeat(129)].map((key) => ({
    what: `the idempotency key ${key}`,
    code: 'invalid_input' as const,
    body: ORDER,
    headers: { 'idempotency-key': key },
  })),
]

const UNKNOWN_ITEM: BadRequest = {
  what: 'an unknown item',
  code: 'unknown_item',
  body: { ...CHART, item_type_id: UNKNOWN_ITEM_ID },
}

const CRAFT = { receipt_id: RECIPES.instantCraft, count: 1 }
const FACTORY = { receipt_id: RECIPES.factory, input_ids: [FIRST_ITEM_ID + 1], count: 1 }
const SELECTED = { item_id: FIRST_ITEM_ID, limit: 0, priority: 0, max: 0 }
const HARVEST = { receipt_id: RECIPES.harvest, enabled: true, max_parallel: 0, items: [[SELECTED], []] }
const DECISION = { exchange_id: randomUUID(), was_done: true, reason: 'looked at the platform' }
const EXCHANGE = { currency: 'bronze', count: 100 }
const RENT = { item_id: FIRST_ITEM_ID + 2, count: 1 }
const SHOPPING = { rent_id: FIRST_ITEM_ID + 2, item_id: FIRST_ITEM_ID, count: 1 }
const UNKNOWN_RECIPE = 2_147_483_647
const WRONG_RECIPE = [0, 2_147_483_648]
const WRONG_COUNT = [0, 1_001]

const CURSORS: readonly BadRequest[] = [
  ...wrongValue({}, 'last_process_date', [-1, 10_000_000_000]),
  ...wrongValue({}, 'is_prev', [1]),
]

const FRIEND = { friend_uuid: randomUUID() }
const USER = { user_uuid: randomUUID() }
const TRADE = { id: randomUUID(), trade_item: { coins: 1, items: {} }, seen_revision: 0 }

/** Bodies that name another player, who must exist and must not be the caller. */
function wrongPlayer(body: { friend_uuid: string } | { user_uuid: string }): BadRequest[] {
  const field = Object.keys(body)[0] ?? ''
  return [
    { what: 'an unknown player', code: 'user_not_found', body },
    { what: 'the caller', code: 'oneself', body: { [field]: 'MYSELF' } },
  ]
}

const WRONG_TRADE: readonly BadRequest[] = [
  { what: 'an unknown trade', code: 'trade_not_found', body: { ...TRADE, id: randomUUID() } },
]

const CANCELS: readonly BadRequest[] = [
  { what: 'an unknown entry', code: 'job_not_found', body: { id: randomUUID() } },
  { what: "another player's entry", code: 'job_not_found', body: { id: 'FOREIGN_JOB' } },
]

const MESSAGE = { channel_id: '1', text: 'Hello' }
const FOREIGN_CHANNEL = `friends:${'0'.repeat(8)}-0000-0000-0000-000000000001:${'0'.repeat(8)}-0000-0000-0000-000000000002`
const LOAD_CONTENT = {
  folder: 'nowhere',
  digest: 'f'.repeat(64),
  compared_with: 1,
  reason: 'x',
  idempotency_key: 'bad-input',
}
const TIME_OUT = { user_uuid: randomUUID(), seconds: 60, reason: 'Rude' }

/** Requests that calls must reject for reasons beyond a schema: rules, and formats that a schema cannot express. */
const BAD_REQUESTS: Readonly<Partial<Record<CallName, readonly BadRequest[]>>> = {
  'POST /admin/get_user': [
    ...STEAM_IDS,
    { what: 'an unknown player', code: 'user_not_found', body: { steam_id: ANONYMOUS } },
  ],
  'POST /admin/add': [
    ...SUPPORTS,
    ...wrongValue(SUPPORT, 'kind', ['spin']),
    { what: 'an unknown item', code: 'unknown_item', body: { ...SUPPORT, item_id: UNKNOWN_ITEM_ID } },
  ],
  'POST /admin/consume': [
    ...SUPPORTS,
    {
      what: 'more than the stock',
      code: 'not_enough_items',
      body: { ...SUPPORT, idempotency_key: 'l', count: Number.MAX_SAFE_INTEGER },
    },
  ],
  'POST /admin/find-users': [...wrongValue({}, 'q', ['', ' ', 7, null, 'x'.repeat(65)])],
  'POST /admin/player-file': [
    ...STEAM_IDS,
    { what: 'an unknown player', code: 'user_not_found', body: { steam_id: ANONYMOUS } },
  ],
  'POST /admin/player-lots': PLAYER_PAGES,
  'POST /admin/player-jobs': [
    ...STEAM_IDS,
    { what: 'an unknown player', code: 'user_not_found', body: { steam_id: ANONYMOUS } },
  ],
  'POST /admin/player-trades': PLAYER_PAGES,
  'POST /admin/player-exchanges': PLAYER_PAGES,
  'POST /admin/operations': [
    ...STEAM_IDS,
    { what: 'an unknown player', code: 'user_not_found', body: { steam_id: ANONYMOUS } },
  ],
  'POST /admin/add-note': [
    ...STEAM_IDS,
    ...wrongValue({ steam_id: ADMIN_STEAM_ID }, 'text', [' ', 'x'.repeat(301)]),
    { what: 'an unknown player', code: 'user_not_found', body: { steam_id: ANONYMOUS, text: 'x' } },
  ],
  'POST /admin/end-sessions': [
    ...STEAM_IDS,
    ...wrongValue({ steam_id: ADMIN_STEAM_ID }, 'reason', [' ', 'x'.repeat(301)]),
    { what: 'an unknown player', code: 'user_not_found', body: { steam_id: ANONYMOUS, reason: 'x' } },
  ],
  'POST /admin/ban': [
    ...STEAM_IDS,
    ...wrongValue({ steam_id: ANONYMOUS, seconds: 7 }, 'reason', [' ', 'x'.repeat(301)]),
    ...wrongValue({ steam_id: ANONYMOUS, reason: 'x' }, 'seconds', [-1, 10_000_000_000]),
    ...wrongValue({ steam_id: ANONYMOUS, reason: 'x' }, 'until', [-1, 10_000_000_000]),
    { what: 'a moment that has passed', code: 'invalid_input', body: { steam_id: ANONYMOUS, until: 7, reason: 'x' } },
    {
      what: 'both a duration and an end',
      code: 'invalid_input',
      body: { steam_id: ANONYMOUS, seconds: 7, until: 9_999_999_999, reason: 'x' },
    },
    { what: 'an unknown player', code: 'user_not_found', body: { steam_id: ANONYMOUS, seconds: 7, reason: 'x' } },
    { what: 'the caller', code: 'forbidden', body: { steam_id: ADMIN_STEAM_ID, seconds: 7, reason: 'x' } },
  ],
  'POST /admin/set-role': [
    ...STEAM_IDS,
    ...wrongValue({ steam_id: ANONYMOUS }, 'role', ['owner']),
    { what: 'an unknown player', code: 'user_not_found', body: { steam_id: ANONYMOUS, role: 'moderator' } },
    { what: "the caller's own role", code: 'own_role', body: { steam_id: ADMIN_STEAM_ID, role: 'player' } },
  ],
  'POST /admin/economy-report': PERIODS,
  'POST /admin/economy-report/export': [
    ...wrongValue({ ...PERIOD, table: 'days' }, 'from', [...WRONG_DAYS, '2026-11-22']),
    ...wrongValue(PERIOD, 'table', ['player']),
  ],
  'POST /admin/economy-day': [...wrongValue({}, 'time_slot', WRONG_DAYS)],
  'POST /admin/ledger': [
    ...wrongValue({}, 'item_id', [-1, 2_147_483_648]),
    ...wrongValue({}, 'kind', ['x'.repeat(41)]),
    ...wrongValue({}, 'from', [-1]),
    { what: 'an unknown player', code: 'user_not_found', body: { steam_id: ANONYMOUS } },
  ],
  'POST /admin/operation': [{ what: 'an unknown operation', code: 'not_found', body: { operation_id: randomUUID() } }],
  'POST /admin/freeze-trading': [
    ...STEAM_IDS,
    ...wrongValue({ steam_id: ANONYMOUS, is_frozen: true }, 'reason', [' ', 'x'.repeat(301)]),
    ...wrongValue({ steam_id: ANONYMOUS, reason: 'x' }, 'is_frozen', [1]),
    { what: 'an unknown player', code: 'user_not_found', body: { steam_id: ANONYMOUS, is_frozen: true, reason: 'x' } },
  ],
  'POST /admin/freeze-item': [
    ...wrongValue({ item_id: 1, is_frozen: true, reason: 'x' }, 'item_id', WRONG_ITEM),
    ...wrongValue({ item_id: 1, is_frozen: true }, 'reason', [' ', 'x'.repeat(301)]),
    { what: 'an unknown item', code: 'unknown_item', body: { item_id: UNKNOWN_ITEM_ID, is_frozen: true, reason: 'x' } },
  ],
  'POST /admin/check-content': [
    ...wrongValue({}, 'folder', [' ', '.', '..', '../../x', 'x/y', '/etc', 'a\\b', 'x'.repeat(65)]),
    { what: 'a missing pack', code: 'pack_not_found', body: { folder: 'nowhere' } },
  ],
  'POST /admin/load-content': [
    ...wrongValue(LOAD_CONTENT, 'folder', [' ', '.', '..', '../../x', 'x/y', '/etc', 'x'.repeat(65)]),
    ...wrongValue(LOAD_CONTENT, 'digest', ['f'.repeat(63), 'F'.repeat(64), 'g'.repeat(64)]),
    ...wrongValue(LOAD_CONTENT, 'compared_with', [-1, Number.MAX_SAFE_INTEGER + 1]),
    ...wrongValue(LOAD_CONTENT, 'reason', [' ', 'x'.repeat(301)]),
    ...wrongValue(LOAD_CONTENT, 'idempotency_key', [' ', 'x'.repeat(129)]),
    { what: 'a missing pack', code: 'pack_not_found', body: LOAD_CONTENT },
  ],
  'POST /admin/save-news': [
    ...wrongValue(NEWS, 'seen_version', [-1]),
    ...wrongValue(NEWS, 'visible_from', [-1]),
    ...wrongValue({ ...NEWS, visible_from: 200 }, 'visible_until', [-1, 200, 100]),
    ...wrongValue(NEWS, 'content', [
      null,
      'text',
      {},
      { kind: 'nothing' },
      { ...NEWS.content, title: {} },
      { ...NEWS.content, title: { tr: 'Ne English, ne Russian' } },
      { ...NEWS.content, title: { en: '' } },
      { ...NEWS.content, title: { en: 'x'.repeat(121) } },
      { ...NEWS.content, title: { en: 'x', de: 'x' } },
      { ...NEWS.content, body: { en: 'x'.repeat(20_001) } },
      { ...NEWS.content, features: Array.from({ length: 101 }, () => ({ en: 'x' })) },
      { ...NEWS.content, starts_on: '2026-02-30' },
      { ...NEWS.content, starts_on: '2026-02-03', ends_on: '2026-02-02' },
      { ...NEWS.content, link: { url: 'javascript:alert(1)', label: { en: 'x' } } },
      { ...NEWS.content, replaces: '' },
      { ...NEWS.content, more: 1 },
      { kind: 'changelog', version: '', changes: [{ en: 'x' }] },
      { kind: 'changelog', version: '1', changes: [] },
    ]),
    { what: 'an unknown version', code: 'news_changed', body: { ...NEWS, seen_version: 3 } },
    { what: 'beyond the usual size, and its own', code: 'payload_too_large', text: `"${'x'.repeat(1_048_576)}"` },
  ],
  'POST /admin/withdraw-news': [
    ...wrongValue(WITHDRAWN, 'seen_version', [0]),
    ...wrongValue(WITHDRAWN, 'is_withdrawn', [1]),
    ...wrongValue(WITHDRAWN, 'reason', [' ', 'x'.repeat(301)]),
    { what: 'an unknown entry', code: 'news_not_found', body: WITHDRAWN },
  ],
  'POST /admin/audit': [...AUDIT_FILTERS],
  'POST /admin/audit/export': AUDIT_FILTERS,
  'POST /admin/thaw-economy': [...wrongValue({}, 'reason', ['', ' ', 7, null, 'x'.repeat(301)])],
  'POST /admin/compensation/preview': COMPENSATIONS,
  'POST /admin/compensation/start': [
    ...wrongValue(RUN, 'reason', [' ', 'x'.repeat(301)]),
    ...wrongValue(RUN, 'idempotency_key', ['a b']),
    ...wrongValue(RUN, 'expected_players', [0, -1]),
    { what: 'nothing to give', code: 'invalid_input', body: { ...RUN, coins: 0 } },
    {
      what: 'an unknown item',
      code: 'unknown_item',
      body: { ...RUN, items: [{ item_id: UNKNOWN_ITEM_ID, count: 1 }] },
    },
    { what: 'an unknown player', code: 'nobody_chosen', body: { ...RUN, players: { kind: 'list', text: ANONYMOUS } } },
    { what: 'more players than expected', code: 'players_changed', body: { ...RUN, expected_players: 2 } },
  ],
  'POST /admin/compensation/stop': RUN_CHANGES,
  'POST /admin/compensation/resume': RUN_CHANGES,
  'POST /admin/exchange-evidence': [
    ...wrongValue({ exchange_id: randomUUID() }, 'before_step', [-1]),
    { what: 'an unknown exchange', code: 'exchange_not_found', body: { exchange_id: randomUUID() } },
  ],
  'POST /admin/decide-exchange': [
    ...wrongValue(DECISION, 'was_done', [1]),
    ...wrongValue(DECISION, 'reason', [' ', 'x'.repeat(301)]),
    { what: 'an unknown exchange', code: 'exchange_not_found', body: DECISION },
  ],
  // Open to everyone; the rest of the address is ignored.
  'GET /auth/first-admin': [
    { what: 'no token', code: 'invalid_input' },
    { what: 'a token too long', code: 'invalid_input', search: `?token=${'x'.repeat(65)}` },
  ],
  'GET /auth/steam/callback': [
    { what: 'a value too long', code: 'invalid_input', search: `?state=${'x'.repeat(2_049)}` },
    { what: 'a name too long', code: 'invalid_input', search: `?${'x'.repeat(65)}=1` },
  ],
  'POST /auth/client_steam_auth_callback': [
    { what: 'no body', code: 'invalid_input', type: FORM_TYPE, text: '' },
    { what: 'no ticket', code: 'invalid_input', type: FORM_TYPE, text: 'username=Anna' },
    { what: 'an empty ticket', code: 'invalid_input', type: FORM_TYPE, text: 'ticket=&username=Anna' },
    { what: 'two tickets', code: 'invalid_input', type: FORM_TYPE, text: 'ticket=a&ticket=b' },
    { what: 'a ticket too long', code: 'invalid_input', type: FORM_TYPE, text: `ticket=${'x'.repeat(4_097)}` },
    { what: 'a name too long', code: 'invalid_input', type: FORM_TYPE, text: `ticket=a&username=${'x'.repeat(65)}` },
    { what: 'a forged ticket', code: 'invalid_ticket', type: FORM_TYPE, text: 'ticket=forged&username=Anna' },
    { what: 'a malformed ticket', code: 'invalid_ticket', type: FORM_TYPE, text: 'ticket=sim-123' },
  ],
  'POST /auth/sessions/end': [{ what: 'an unknown session', code: 'session_not_found', body: { id: randomUUID() } }],
  'POST /jwt_refresh': [
    { what: 'no cookie', code: 'invalid_refresh_token' },
    ...['', 'x', `${randomUUID()}.${'x'.repeat(43)}`].map((cookie) => ({
      what: `the cookie '${cookie}'`,
      code: 'invalid_refresh_token' as const,
      headers: { cookie: `clutch_refresh=${cookie}` },
    })),
    { what: 'a page of another site', code: 'origin_not_allowed', headers: { origin: 'https://evil.example' } },
  ],
  'POST /auth/logout': [
    { what: 'a page of another site', code: 'origin_not_allowed', headers: { origin: 'https://evil.example' } },
  ],
  'POST /auth/logout-everywhere': [
    { what: 'a page of another site', code: 'origin_not_allowed', headers: { origin: 'https://evil.example' } },
  ],
  'POST /v2/get-all-items': [
    ...wrongValue({}, 'known_version', ['x'.repeat(65)]),
    ...wrongValue({}, 'language', ['xx', 'EN']),
  ],
  'POST /craft/get-history': CURSORS,
  'POST /craft/start': [
    ...wrongValue(CRAFT, 'receipt_id', WRONG_RECIPE),
    ...wrongValue(CRAFT, 'count', WRONG_COUNT),
    { what: 'an unknown recipe', code: 'recipe_not_found', body: { ...CRAFT, receipt_id: UNKNOWN_RECIPE } },
    { what: "another area's recipe", code: 'recipe_not_found', body: { ...CRAFT, receipt_id: RECIPES.factory } },
    { what: 'more than the stock', code: 'not_enough_items', body: { ...CRAFT, count: 3 } },
  ],
  'POST /craft/cancel': CANCELS,
  'POST /factory/queue': CURSORS,
  'POST /factory/get-history': CURSORS,
  'POST /factory/start': [
    ...wrongValue(FACTORY, 'receipt_id', WRONG_RECIPE),
    ...wrongValue(FACTORY, 'count', WRONG_COUNT),
    ...wrongValue(FACTORY, 'input_ids', [[0], Array(21).fill(1)]),
    { what: 'an unknown recipe', code: 'recipe_not_found', body: { ...FACTORY, receipt_id: UNKNOWN_RECIPE } },
    { what: 'no chosen item', code: 'options_missing', body: { ...FACTORY, input_ids: [] } },
    { what: 'too many items', code: 'option_not_available', body: { ...FACTORY, input_ids: [FIRST_ITEM_ID + 1, 7] } },
    {
      what: 'an item that fits no slot',
      code: 'option_not_available',
      body: { ...FACTORY, input_ids: [FIRST_ITEM_ID] },
    },
    { what: 'more than the stock', code: 'not_enough_items', body: { ...FACTORY, count: 6 } },
  ],
  'POST /factory/cancel': CANCELS,
  'POST /harvest/update': [
    ...wrongValue(HARVEST, 'receipt_id', WRONG_RECIPE),
    ...wrongValue(HARVEST, 'max_parallel', [10_001]),
    ...wrongValue(HARVEST, 'enabled', [1]),
    ...wrongValue(HARVEST, 'items', [[{}], [[7]], Array.from({ length: 21 }, () => [])]),
    ...[
      { item_id: 0 },
      { limit: -1 },
      { limit: 0.5 },
      { priority: 10 },
      { priority: -1 },
      { max: -1 },
      { max: '1' },
    ].map((wrong): BadRequest => ({
      what: JSON.stringify(wrong),
      code: 'invalid_input',
      body: { ...HARVEST, items: [[{ ...SELECTED, ...wrong }], []] },
    })),
    { what: 'an unknown recipe', code: 'recipe_not_found', body: { ...HARVEST, receipt_id: UNKNOWN_RECIPE } },
    { what: 'a slot without an item', code: 'options_missing', body: HARVEST },
    { what: 'too many slots', code: 'options_missing', body: { ...HARVEST, items: [[SELECTED], [], []] } },
    { what: 'an item that does not fit', code: 'option_not_available', body: { ...HARVEST, items: [[], [SELECTED]] } },
    { what: 'an item twice', code: 'option_not_available', body: { ...HARVEST, items: [[SELECTED, SELECTED], []] } },
  ],
  'POST /harvest/get-history': [{ what: 'a malformed cursor', code: 'invalid_input', body: { last_id: '7' } }],
  'POST /sim/luck': [
    { what: 'an unknown id', code: 'job_not_found', body: { kind: 'craft', id: UNKNOWN_UUID } },
    { what: 'another kind', code: 'invalid_input', body: { kind: 'roulette', id: UNKNOWN_UUID } },
  ],
  'POST /sim/run': [
    { what: 'no kind', code: 'invalid_input', body: { receipt_id: RECIPES.slowCraft, count: 1, runs: 1 } },
    { what: 'no runs', code: 'invalid_input', body: { ...SIMULATED, runs: 0 } },
    { what: 'too many runs', code: 'invalid_input', body: { ...SIMULATED, runs: 10_001 } },
    { what: 'part of a run', code: 'invalid_input', body: { ...SIMULATED, runs: 1.5 } },
    { what: 'too many units', code: 'invalid_input', body: { ...SIMULATED, count: 1_001 } },
    { what: 'an unknown recipe', code: 'recipe_not_found', body: { ...SIMULATED, receipt_id: 999_999 } },
    {
      what: 'a slot without a choice',
      code: 'options_missing',
      body: { ...SIMULATED, kind: 'factory', receipt_id: RECIPES.factory, input_ids: [] },
    },
    { what: 'too many spins', code: 'invalid_input', body: { kind: 'roulette', count: 101, runs: 1 } },
  ],
  'POST /energy/activate': [{ what: 'no energy item', code: 'not_enough_items' }],
  'GET /marketplace/exchanges': [{ what: 'a malformed cursor', code: 'invalid_input', search: '?before_id=7' }],
  'POST /marketplace/exchange-from-steam-coins': [
    ...wrongValue(EXCHANGE, 'count', [0]),
    ...wrongValue(EXCHANGE, 'currency', ['coin', 'Gold']),
    { what: 'more than the stock', code: 'not_enough_store_coins', body: { ...EXCHANGE, count: 1_000_000 } },
  ],
  'POST /marketplace/exchange-to-steam-coins': [
    ...wrongValue(EXCHANGE, 'count', [0]),
    ...wrongValue(EXCHANGE, 'currency', ['coin', 'Gold']),
    { what: 'less than one bronze coin', code: 'amount_too_small', body: { ...EXCHANGE, count: 99 } },
    { what: 'more than the wallet has', code: 'not_enough_coins', body: { ...EXCHANGE, count: 1_000_000 } },
    { what: 'more than one request can grant', code: 'amount_too_large', body: { ...EXCHANGE, count: 2 ** 53 - 1 } },
  ],
  'POST /rent/put': [
    ...wrongValue(RENT, 'item_id', WRONG_ITEM),
    ...wrongValue(RENT, 'count', [0]),
    { what: 'an item that cannot be rented out', code: 'not_rentable', body: { ...RENT, item_id: FIRST_ITEM_ID } },
    { what: 'an unknown item', code: 'not_rentable', body: { ...RENT, item_id: UNKNOWN_ITEM_ID } },
    { what: 'more than the stock', code: 'not_enough_items', body: { ...RENT, count: 6 } },
  ],
  'POST /rent/take-back': [
    ...wrongValue(RENT, 'item_id', WRONG_ITEM),
    ...wrongValue(RENT, 'count', [0]),
    { what: 'an item that is not rented out', code: 'not_rented', body: RENT },
  ],
  'POST /rent/take-salary': [
    ...wrongValue({}, 'item_ids', [[0], Array(501).fill(RENT.item_id)]),
    { what: 'an item that is not rented out', code: 'not_rented', body: { item_ids: [RENT.item_id] } },
  ],
  'POST /rent/buy-item': [
    ...wrongValue(SHOPPING, 'rent_id', WRONG_ITEM),
    ...wrongValue(SHOPPING, 'item_id', WRONG_ITEM),
    ...wrongValue(SHOPPING, 'count', [0]),
    { what: 'an unknown shop', code: 'not_rentable', body: { ...SHOPPING, rent_id: UNKNOWN_ITEM_ID } },
    {
      what: 'an item that the shop does not sell',
      code: 'not_in_shop',
      body: { ...SHOPPING, item_id: UNKNOWN_ITEM_ID },
    },
    { what: 'by who rents out nothing', code: 'not_rented', body: SHOPPING },
  ],
  'POST /inventory/history': [...wrongValue({}, 'filter_item_id', [2_147_483_648])],
  'POST /inventory/chart': [
    ...wrongValue(COUNT_CHART, 'item_id', WRONG_ITEM),
    ...wrongValue(COUNT_CHART, 'start_date', [10_000_000_000]),
    ...wrongValue(COUNT_CHART, 'end_date', [10_000_000_000]),
    ...wrongValue(COUNT_CHART, 'interval', ['year', 'Day']),
    { what: 'an unknown item', code: 'unknown_item', body: { ...COUNT_CHART, item_id: UNKNOWN_ITEM_ID } },
  ],
  'POST /marketplace/get-item-details': [
    ...wrongValue({ item_type_id: FIRST_ITEM_ID }, 'item_type_id', WRONG_ITEM),
    UNKNOWN_ITEM,
  ],
  'POST /marketplace/get-chart': [
    ...wrongValue(CHART, 'item_type_id', WRONG_ITEM),
    ...wrongValue(CHART, 'start_date', [10_000_000_000]),
    ...wrongValue(CHART, 'end_date', [10_000_000_000]),
    ...wrongValue(CHART, 'interval', ['year', 'Day']),
    UNKNOWN_ITEM,
  ],
  'POST /marketplace/get-fair-prices': [...wrongValue({}, 'item_ids', [[0], Array(81).fill(1)])],
  'POST /marketplace/get-lot-history': [
    ...wrongValue({}, 'limit', [0, 501]),
    ...wrongValue({}, 'is_prev', [1]),
    ...wrongValue({}, 'types', ['buy_auto', ['nonsense'], Array(9).fill('buy_auto')]),
    ...wrongValue({}, 'item_type_id', WRONG_ITEM),
  ],
  'POST /marketplace/buy-lot': [
    ...ORDERS,
    ...REFUSED_ORDERS,
    { what: 'an item that is not on offer', code: 'market_moved', body: { ...ORDER, price: 2 } },
    { what: 'more than the purse pays for', code: 'not_enough_coins', body: { ...ORDER, price: 900, count: 2 } },
  ],
  'POST /marketplace/sell-to-buy-lot': [
    ...ORDERS,
    ...REFUSED_ORDERS,
    { what: 'an item without buyers', code: 'market_moved', body: { ...ORDER, price: 4 } },
    { what: 'more than the stock', code: 'not_enough_items', body: { ...ORDER, price: 1, count: 6 } },
  ],
  'POST /marketplace/create-sell-lot': [
    ...ORDERS,
    ...REFUSED_ORDERS,
    { what: 'more than the stock', code: 'not_enough_items', body: { ...ORDER, price: 950, count: 6 } },
    { what: 'an order that crosses an own lot', code: 'would_match_own_lot', body: { ...ORDER, price: 2 } },
  ],
  'POST /marketplace/create-buy-lot': [
    ...ORDERS,
    ...almostWhole(ORDER, 'price'),
    ...REFUSED_ORDERS,
    { what: 'more than the purse pays for', code: 'not_enough_coins', body: { ...ORDER, count: 500 } },
  ],
  'POST /marketplace/cancel-lot': [
    { what: 'an unknown lot', code: 'lot_not_found', body: { lot_uuid: randomUUID() } },
    { what: 'an unknown lot', code: 'lot_not_found', body: { lot_uuid: '00000000-0000-0000-0000-000000000000' } },
    { what: "another player's lot", code: 'lot_not_found', body: { lot_uuid: 'FOREIGN' } },
  ],
  'POST /marketplace/change-lot-price': [
    ...wrongValue(NEW_PRICE, 'price', [0, MARKET_PRICE_MAX + 1]),
    ...wrongValue(NEW_PRICE, 'prefer_lot_currency', ['euro']),
    ...wrongValue(NEW_PRICE, 'prefer_lot_price', [-1, 1e300]),
    { what: 'an unknown lot', code: 'lot_not_found', body: { ...NEW_PRICE, lot_uuid: randomUUID() } },
    { what: "another player's lot", code: 'lot_not_found', body: { ...NEW_PRICE, lot_uuid: 'FOREIGN' } },
    { what: 'the price that it has', code: 'price_unchanged', body: { lot_uuid: 'OWN', price: 2 } },
    { what: 'more than the purse pays for', code: 'not_enough_coins', body: { lot_uuid: 'OWN', price: 899 } },
  ],
  'POST /roulette/spin': [
    ...wrongValue({ count: 1 }, 'count', [0, 101]),
    { what: 'more than the purse pays for', code: 'not_enough_coins', body: { count: 100 } },
  ],
  'POST /roulette/set-client-seed': [...wrongValue({}, 'client_seed', ['', 'a b', 'ü', 7, null, [], 'x'.repeat(65)])],
  'GET /chat/channels': [{ what: 'an unknown language', code: 'invalid_input', search: '?lang=xx' }],
  'POST /chat/history': [
    ...wrongValue({}, 'channel_id', [0, 'x'.repeat(101)]),
    ...wrongValue({ channel_id: '1' }, 'before_id', [-1]),
    { what: 'an unknown channel', code: 'channel_not_found', body: { channel_id: '77' } },
    { what: 'the channel of two others', code: 'channel_not_found', body: { channel_id: FOREIGN_CHANNEL } },
  ],
  'POST /chat/send': [
    ...wrongValue(MESSAGE, 'channel_id', [0, 'x'.repeat(101)]),
    ...wrongValue(MESSAGE, 'text', ['x'.repeat(601)]),
    { what: 'an unknown channel', code: 'channel_not_found', body: { ...MESSAGE, channel_id: '77' } },
    { what: 'the channel of two others', code: 'channel_not_found', body: { ...MESSAGE, channel_id: FOREIGN_CHANNEL } },
    { what: 'nothing but blanks', code: 'message_empty', body: { ...MESSAGE, text: ' \n\u200e\u0007' } },
    { what: 'a character too many', code: 'message_too_long', body: { ...MESSAGE, text: '𝔛'.repeat(301) } },
    { what: 'a forbidden word', code: 'forbidden_words', body: { ...MESSAGE, text: 'You Grumblewort!' } },
    { what: 'a channel of moderators', code: 'channel_read_only', body: { ...MESSAGE, channel_id: '3' } },
  ],
  'POST /chat/delete': [
    ...wrongValue({}, 'id', [-1]),
    { what: 'an unknown message', code: 'message_not_found', body: { id: 7_777 } },
  ],
  'POST /chat/read': [
    ...wrongValue({ channel_id: '1' }, 'id', [-1]),
    { what: 'an unknown channel', code: 'channel_not_found', body: { channel_id: '77', id: 1 } },
  ],
  'POST /chat/report': [
    ...wrongValue({ id: 1 }, 'reason', ['  ', 'x'.repeat(201)]),
    { what: 'an unknown message', code: 'message_not_found', body: { id: 7_777, reason: 'Rude' } },
  ],
  'POST /chat/settle-report': [
    ...wrongValue({ report_id: randomUUID() }, 'verdict', ['maybe']),
    { what: 'an unknown report', code: 'report_not_found', body: { report_id: randomUUID(), verdict: 'acted' } },
  ],
  'POST /chat/time-out': [
    ...wrongValue(TIME_OUT, 'seconds', [-1, 28 * 86_400 + 1]),
    ...wrongValue(TIME_OUT, 'reason', ['  ', 'x'.repeat(201)]),
    { what: 'an unknown player', code: 'user_not_found', body: TIME_OUT },
  ],
  'POST /chat/set-slow-mode': [
    ...wrongValue({ channel_id: '1' }, 'slow_mode_sec', ['5', -5]),
    { what: 'an unknown channel', code: 'channel_not_found', body: { channel_id: '77', slow_mode_sec: 5 } },
  ],
  'POST /watchlist/set': [
    ...wrongValue(WATCHED, 'item_id', WRONG_ITEM),
    ...wrongValue(WATCHED, 'is_watched', [1]),
    { what: 'an unknown item', code: 'unknown_item', body: { ...WATCHED, item_id: UNKNOWN_ITEM_ID } },
  ],
  'POST /alerts/create': [
    ...wrongValue(ALERT, 'item_id', WRONG_ITEM),
    ...wrongValue(ALERT, 'price', [0, MARKET_PRICE_MAX + 1]),
    ...wrongValue(ALERT, 'side', ['both']),
    ...wrongValue(ALERT, 'direction', ['up']),
    { what: 'an unknown item', code: 'unknown_item', body: { ...ALERT, item_id: UNKNOWN_ITEM_ID } },
    { what: 'an unsellable item', code: 'item_not_sellable', body: { ...ALERT, item_id: BOUND_ITEM_ID } },
  ],
  'POST /alerts/delete': [
    { what: 'an unknown alert', code: 'alert_not_found', body: { alert_id: randomUUID() } },
    { what: "another player's alert", code: 'alert_not_found', body: { alert_id: 'FOREIGN_ALERT' } },
  ],
  'GET /social/find-users': [{ what: 'a text too long', code: 'invalid_input', search: `?q=${'x'.repeat(65)}` }],
  'GET /social/friendship-status/:id': [{ what: 'no uuid', code: 'invalid_input' }],
  'POST /social/send-friend-invite': wrongPlayer(FRIEND),
  'POST /social/accept-friend-invite': [
    ...wrongPlayer(FRIEND),
    { what: 'an unknown invitation', code: 'invitation_not_found', body: { friend_uuid: 'STRANGER' } },
  ],
  'POST /social/decline-friend-invite': [
    ...wrongPlayer(FRIEND),
    { what: 'an unknown invitation', code: 'invitation_not_found', body: { friend_uuid: 'STRANGER' } },
  ],
  'POST /social/remove-friend': [
    ...wrongPlayer(FRIEND),
    { what: 'a stranger', code: 'not_friends', body: { friend_uuid: 'STRANGER' } },
  ],
  'POST /social/cancel-invitation': [
    ...wrongPlayer(FRIEND),
    { what: 'an invitation that was not sent', code: 'invitation_not_found', body: { friend_uuid: 'STRANGER' } },
  ],
  'POST /social/block-user': wrongPlayer(USER),
  'POST /social/unblock-user': [
    ...wrongPlayer(USER),
    { what: 'who is not blocked', code: 'user_not_blocked', body: { user_uuid: 'STRANGER' } },
  ],
  'GET /social/get-trade-history': [
    { what: 'no cursor', code: 'invalid_input', search: '?last_uuid=x' },
    { what: 'no player', code: 'invalid_input', search: '?user_uuid=x' },
    { what: 'an unknown status', code: 'invalid_input', search: '?trade_status=open' },
  ],
  'GET /social/get-trade-totals': [
    { what: 'no player', code: 'invalid_input', search: '' },
    { what: 'no uuid', code: 'invalid_input', search: '?user_uuid=x' },
    { what: 'an unknown player', code: 'user_not_found', search: `?user_uuid=${randomUUID()}` },
  ],
  'POST /social/create-trade': [
    ...wrongPlayer(USER),
    { what: 'a stranger', code: 'not_friends', body: { user_uuid: 'STRANGER' } },
  ],
  'POST /social/decline-trade': WRONG_TRADE,
  'POST /social/cancel-trade': WRONG_TRADE,
  'POST /social/confirm-trade': [
    ...WRONG_TRADE,
    ...wrongValue(TRADE, 'trade_item', [{ coins: -1 }, { coins: '1' }, { coins: 2 ** 53 }]),
    ...wrongValue(
      TRADE,
      'trade_item',
      [[], 7, { x: 1 }, { 0: 1 }, { '01': 1 }, { 2_147_483_648: 1 }, { 1: -1 }, { 1: 0.5 }, { 1: '1' }].map(
        (items) => ({
          items,
        }),
      ),
    ),
    ...wrongValue(TRADE, 'seen_revision', [-1]),
  ],
}

/** One parser reads the JSON body of every call, so testing one call is enough. */
const THOROUGH: CallName = 'POST /marketplace/create-buy-lot'

const UNREADABLE_BODIES: readonly BadRequest[] = [
  ...['{"a":', '{}}', "{'a':1}", 'undefined', '{"a":1,}', '\u0000', '[1'].map((text): BadRequest => ({
    what: `the broken JSON ${text}`,
    code: 'invalid_input',
    text,
  })),
  { what: 'a reach for the prototype', code: 'invalid_input', text: '{"__proto__":{"price":1}}' },
  { what: 'a reach for the constructor', code: 'invalid_input', text: '{"constructor":{"prototype":{"price":1}}}' },
  ...['application/xml', FORM_TYPE, 'multipart/form-data; boundary=x', 'nonsense'].map((type): BadRequest => ({
    what: `a body of type ${type}`,
    code: 'unsupported_media_type',
    type,
    text: 'a=1',
  })),
]

/** Bad bodies derived from a call's entry in the contract, by how it reads its body. */
function badBodies(name: CallName): BadRequest[] {
  const { bodyType } = calls[name]
  const code = 'invalid_input'
  switch (bodyType) {
    case 'none':
      return []
    case 'form':
      return [
        { what: 'JSON', code: 'unsupported_media_type', body: { ticket: 'a' } },
        { what: 'plain text', code: 'unsupported_media_type', type: 'text/plain', text: 'ticket=a' },
        { what: 'too large a form', code: 'payload_too_large', type: FORM_TYPE, text: 'x'.repeat(BODY_BYTES_MAX + 1) },
      ]
    case 'json':
      return [
        { what: 'broken JSON', code, text: '{' },
        { what: 'plain text', code: 'unsupported_media_type', type: 'text/plain', text: 'a=1' },
        ...('bodyBytesMax' in calls[name]
          ? []
          : [
              { what: 'too large a body', code: 'payload_too_large', text: `"${'x'.repeat(BODY_BYTES_MAX)}"` } as const,
            ]),
        ...(name === THOROUGH ? UNREADABLE_BODIES : []),
      ]
  }
}

let platform: SimulatedPlatform
let store: TestStore
let server: TestServer
let anna: Player
/** Sends calls for privileged roles, which would otherwise be rejected for the missing role alone. */
let admin: Player
let foreignLot: string
let stranger: string
let foreignJob: string
let ownLot: string
let foreignAlert: string
let badTokens: Readonly<Record<BadToken, string>>
let untouched: string
/** End of the database's log at the last comparison. */
let seenEnd = ''

beforeAll(async () => {
  platform = await startSimulatedPlatform()
  store = await createTestStore('postgres')
  server = await startTestServer({
    store,
    environment: { PLATFORM_SIM_PORT: new URL(platform.url).port, ADMIN_STEAM_IDS: ADMIN_STEAM_ID },
    pack: { production: true, chat: true, roulette: true },
  })
  const boris = await Player.signIn(server)
  stranger = boris.userId
  anna = await Player.signIn(server)
  admin = await Player.signIn(server, ADMIN_STEAM_ID)
  const waited = { item_id: FIRST_ITEM_ID, side: 'sell', direction: 'below', price: 7 } as const
  const { alert } = await boris.call('POST /alerts/create', waited)
  foreignAlert = alert.alert_id
  const item_type_id = FIRST_ITEM_ID
  const offer = await boris.call('POST /marketplace/create-sell-lot', { item_type_id, price: 900, count: 2 })
  await boris.call('POST /marketplace/create-buy-lot', { item_type_id, price: 1, count: 6 })
  const bid = await anna.call('POST /marketplace/create-buy-lot', { item_type_id, price: 2, count: 2 })
  foreignLot = offer.lot?.lot_uuid ?? ''
  const job = await boris.call('POST /craft/start', { receipt_id: RECIPES.slowCraft, count: 1 })
  foreignJob = job.entry?.id ?? ''
  ownLot = bid.lot?.lot_uuid ?? ''
  badTokens = await makeBadTokens(anna)
  untouched = await snapshotEconomy(server.server.context.store.db)
  expect(untouched).toContain(foreignLot)
})
afterAll(async () => {
  expect(await checkIntegrity(server.server.context.store.db, AREAS)).toEqual([])
  await server.close()
  await store.remove()
  await platform.close()
})

const BAD_TOKENS = ['none', 'forged', 'expired', 'ended', 'changed', 'unsigned', 'nonsense'] as const
type BadToken = (typeof BAD_TOKENS)[number]

/** Tokens of an existing player, all of them invalid. */
async function makeBadTokens(player: Player): Promise<Record<BadToken, string>> {
  const { accessTokens } = server.server.context
  const claims = { userId: player.userId, sessionId: randomUUID(), roles: ['player'] } as const
  const ended = await accessTokens.issue(claims, 600)
  accessTokens.endSession(claims.sessionId)
  const [header = '', , signature = ''] = player.token.split('.')
  const payload = { sub: player.userId, sid: claims.sessionId, roles: ['admin'], iss: 'clutch', exp: 9_999_999_999 }
  const encode = (content: object): string => Buffer.from(JSON.stringify(content)).toString('base64url')
  return {
    none: '',
    forged: `Bearer ${await tokensOf('y').issue({ ...claims, sessionId: randomUUID() }, 600)}`,
    expired: `Bearer ${await accessTokens.issue({ ...claims, sessionId: randomUUID() }, -1)}`,
    ended: `Bearer ${ended}`,
    changed: `Bearer ${header}.${encode(payload)}.${signature}`,
    unsigned: `Bearer ${encode({ alg: 'none' })}.${encode(payload)}.`,
    nonsense: 'Bearer nonsense',
  }
}

/** Inserts ids that exist only once the server runs. */
function fillIn(json: string): string {
  return json
    .replace('FOREIGN_ALERT', foreignAlert)
    .replace('STRANGER', stranger)
    .replace('MYSELF', anna.userId)
    .replace('FOREIGN_JOB', foreignJob)
    .replace('FOREIGN', foreignLot)
    .replace('OWN', ownLot)
}

function send(name: CallName, bad: BadRequest, authorization: string): Promise<Response> {
  const [method = '', path = ''] = name.split(' ')
  const json = bad.body === undefined ? undefined : fillIn(JSON.stringify(bad.body))
  const text = bad.text ?? json
  const type = bad.type ?? (text === undefined ? undefined : 'application/json')
  return fetch(`${server.url}/api${path}${bad.search ?? ''}`, {
    method: bad.method ?? method,
    redirect: 'manual',
    headers: {
      ...(authorization === '' ? {} : { authorization }),
      ...(type === undefined ? {} : { 'content-type': type }),
      ...bad.headers,
    },
    ...(text === undefined ? {} : { body: text }),
  })
}

/** The rejection of a bad request, and whether it changed anything. */
async function refusalOf(name: CallName, bad: BadRequest, authorization: string): Promise<unknown> {
  const { code } = await errorBodyOf(await send(name, bad, authorization))
  return { code, isUnchanged: await isUnchanged() }
}

/** Thousands of requests write nothing at all, so the full comparison runs only after one that did. */
async function isUnchanged(): Promise<boolean> {
  const { db } = server.server.context.store
  const end = await endOfLog(db)
  if (end === seenEnd) return true
  seenEnd = end
  return (await snapshotEconomy(db)) === untouched
}

const names = Object.keys(calls) as CallName[]

/** These answer every well-formed request. */
const CHECKS: ReadonlySet<string> = new Set(['POST /marketplace/check-sell-lot', 'POST /marketplace/check-buy-lot'])

describe.each(names)('%s', (name) => {
  const otherMethod: BadRequest = { what: 'another method', code: 'not_found', method: 'DELETE' }

  const senderOf = () => (['moderator', 'admin'].includes(calls[name].access) ? admin : anna)

  it.each([otherMethod, ...badBodies(name), ...(BAD_REQUESTS[name] ?? [])])(
    'answers $code to $what and changes nothing',
    async (bad) => {
      const refusal = await refusalOf(name, bad, `Bearer ${senderOf().token}`)
      expect(refusal).toEqual({ code: bad.code, isUnchanged: true })
    },
  )

  it.runIf(isValidated(name))('answers invalid_input to a body that breaks a constraint of its schema', async () => {
    const token = `Bearer ${senderOf().token}`
    const bodies = wrongBodiesOf(name, { userId: anna.userId, steamId: anna.steamId })
    expect(bodies.length).toBeGreaterThan(0)
    for (const body of bodies) {
      const { code } = await errorBodyOf(await send(name, { what: 'derived', code: 'invalid_input', body }, token))
      expect([JSON.stringify(body).slice(0, 400), code]).toEqual([expect.any(String), 'invalid_input'])
    }
    expect(await isUnchanged()).toBe(true)
  })
})

/** Whether the call reads a JSON body and rejects one that does not fit its schema. */
function isValidated(name: CallName): boolean {
  return calls[name].bodyType === 'json' && !CHECKS.has(name)
}

describe.each(names.filter((name) => calls[name].access !== 'public'))('%s', (name) => {
  const { bodyType, access } = calls[name]
  // Anonymous callers need no token, but a token that is sent must be valid. One check serves all calls.
  const tokens: readonly BadToken[] =
    name === THOROUGH ? BAD_TOKENS : [access === 'visitor' ? 'forged' : 'none', 'ended']
  const bodies: readonly object[] = bodyType === 'none' ? [{}] : [{ body: ORDER }, { text: '{' }]

  it.each(tokens)('requires a valid token before anything else: %s', async (token) => {
    for (const request of bodies) {
      const bad = { ...request, what: token, code: 'unauthorized' } as const
      expect(await refusalOf(name, bad, badTokens[token])).toEqual({ code: 'unauthorized', isUnchanged: true })
    }
  })
})
