import { isAbsolute, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as z from 'zod'
import { splitAddresses } from './store/primary.ts'

/** The checkout's folder; relative paths in settings refer to it. */
const PROJECT_FOLDER = fileURLToPath(new URL('../../..', import.meta.url))
const PORT_MAX = 65_535
const LIST_MAX = 100
const TRUSTED_PROXIES_MAX = 10
const TOKEN_KEYS_MAX = 10
const BACKUP_EVERY_HOURS_MAX = 24 * 31
const OPERATOR_TOKEN_LENGTH_MIN = 16
const GAME_CLIENT_AGENT_LENGTH_MIN = 4
const GAME_CLIENT_AGENT_LENGTH_MAX = 100
const CHAT_KEEP_DAYS_MAX = 3_650

/** Publisher key of the simulated platform; not a secret. */
export const DEFAULT_API_KEY = 'simulated-publisher-key'

const port = z.coerce.number().int().min(0).max(PORT_MAX)
const folder = z
  .string()
  .min(1)
  .transform((path) => (isAbsolute(path) ? path : resolve(PROJECT_FOLDER, path)))
const list = z.string().transform((text) =>
  text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== ''),
)
const DLC_FORM = /^(?:styria|nortopia|hoges)=[1-9]\d{0,9}$/
const KEY_FORM = 'A key is 32 random bytes in base64url, 43 characters: npm run token-key makes one'
const WEB_ORIGIN = 'An origin is scheme, host and port, such as https://game.example'
const WITHOUT_PATH =
  'The app cannot be served under a path: give it a host name, such as https://market.example, and forward all paths of it'
const OPENID_ENDPOINT = 'The endpoint ends in /openid/login, such as https://steamcommunity.com/openid/login'
const webAddress = z.url({ protocol: /^https?$/ }).transform((address) => address.replace(/\/+$/, ''))

const natsAddress = z.url({ protocol: /^(?:nats|tls)$/, error: 'An address is nats://host:4222 or tls://host:4222' })

const databaseAddress = z.string().refine(isDatabaseAddress, {
  error: 'An address is postgres://user:password@host:5432/database, with commas between several hosts',
})

/** A path or wildcard would be accepted in the frame policy but never match a page's origin. */
const webOrigin = webAddress.refine((address) => new URL(address).origin === address && !address.includes('*'), {
  error: WEB_ORIGIN,
})

function isDatabaseAddress(text: string): boolean {
  try {
    return splitAddresses(text).length > 0
  } catch {
    return false
  }
}

interface Setting {
  readonly schema: z.ZodType
  readonly default: string | undefined
  readonly help: string
}

/** All settings: schema, default and help text. */
export const SETTINGS = {
  PORT: { schema: port, default: '3000', help: 'Port of the web app and the API; 0 picks a free one and prints it' },
  HOST: { schema: z.string().min(1), default: '127.0.0.1', help: 'Address to listen on; 0.0.0.0 for all' },
  PUBLIC_URL: {
    schema: webAddress.refine((address) => new URL(address).origin === address, { error: WITHOUT_PATH }),
    default: undefined,
    help: 'How players reach the server: scheme, host and port, without a path; default: http://localhost:PORT',
  },
  TRUSTED_PROXIES: {
    schema: z.coerce.number().int().min(0).max(TRUSTED_PROXIES_MAX),
    default: '0',
    help: "Reverse proxies before the server; players' addresses are then read from X-Forwarded-For",
  },
  DATA_DIR: { schema: folder, default: 'data', help: 'Folder for all data of the server' },
  DATABASE_URL: {
    schema: databaseAddress,
    default: undefined,
    help: 'PostgreSQL 15 or newer, such as postgres://user:password@host:5432/clutch; several servers of a cluster with commas. Without it, an embedded database in DATA_DIR',
  },
  CONTENT_DIR: { schema: folder, default: 'packages/content/packs/demo', help: "Folder of the game's content pack" },
  CONTENT_PACKS_DIR: {
    schema: folder,
    default: undefined,
    help: 'Folder of content packs, one folder each, that admins can check and load in the console',
  },
  TOKEN_KEYS: {
    schema: list.pipe(z.array(z.string().regex(/^[\w-]{43}$/, KEY_FORM)).max(TOKEN_KEYS_MAX)),
    default: '',
    help: 'Comma-separated keys that sign access tokens, newest first, the same for all servers of a database; default: generated in DATA_DIR',
  },
  OPERATOR_TOKEN: {
    schema: z.string().min(OPERATOR_TOKEN_LENGTH_MIN),
    default: undefined,
    help: 'Password for /metrics and the description of operator calls; without it they are available only on a server that other machines cannot reach',
  },
  ADMIN_STEAM_IDS: {
    schema: list.pipe(z.array(z.string().regex(/^7656119\d{10}$/)).max(LIST_MAX)),
    default: '',
    help: 'Comma-separated Steam ids of administrators',
  },
  BACKUP_DIR: {
    schema: folder,
    default: undefined,
    help: 'Folder for backups of the database in DATA_DIR; default: backups in DATA_DIR. Another disk is better',
  },
  BACKUP_EVERY_HOURS: {
    schema: z.coerce.number().int().min(0).max(BACKUP_EVERY_HOURS_MAX),
    default: '24',
    help: 'Hours between backups of the embedded database; 0 for none',
  },
  BACKUP_KEEP: {
    schema: z.coerce.number().int().min(1).max(LIST_MAX),
    default: '7',
    help: 'Number of scheduled backups to retain, and of backups made before upgrades',
  },
  BACKUP_STATUS_FILE: {
    schema: folder,
    default: undefined,
    help: 'JSON file in which the tool that backs up PostgreSQL says when it last did; the console shows it',
  },
  ADMIN_PATH: {
    schema: z.string().regex(/^(?:\/[\w-]+)*\/[\w-]*admin$/, 'A path that ends in admin, such as /console/admin'),
    default: '/console/admin',
    help: 'Path of the admin panel, ending in admin. It is protected by the role, not by the path',
  },
  EMBED_ORIGINS: {
    schema: list.pipe(z.array(webOrigin).max(LIST_MAX)),
    default: '',
    help: 'Comma-separated origins that may embed the app in a frame',
  },
  STEAM_OPENID_URL: {
    schema: webAddress.refine((address) => new URL(address).pathname === '/openid/login', { error: OPENID_ENDPOINT }),
    default: undefined,
    help: 'OpenID endpoint of the platform; default: the simulated platform',
  },
  STEAM_API_URL: {
    schema: webAddress,
    default: undefined,
    help: 'Web API of the platform; default: the simulated platform',
  },
  STEAM_API_KEY: {
    schema: z.string().min(1),
    default: DEFAULT_API_KEY,
    help: 'Publisher key for the Web API',
  },
  STEAM_APP_ID: { schema: z.coerce.number().int().min(1), default: '480', help: 'Application id on the platform' },
  GAME_CLIENT_AGENT: {
    schema: z.string().min(GAME_CLIENT_AGENT_LENGTH_MIN).max(GAME_CLIENT_AGENT_LENGTH_MAX),
    default: undefined,
    help: "Text that only the user agent of the game's own browser contains: there a link with a ticket signs in without confirmation; default: every browser asks",
  },
  STEAM_DLC_APP_IDS: {
    schema: list.pipe(
      z.array(z.string().regex(DLC_FORM, 'Names are styria, nortopia and hoges: styria=1234,hoges=5678')),
    ),
    default: '',
    help: 'Application ids of the DLCs that the admin panel shows, such as styria=1234,nortopia=2345,hoges=3456',
  },
  ALLOW_INSECURE_PLATFORM: {
    schema: z.enum(['on', 'off']),
    default: 'off',
    help: 'on: allow anyone to sign in as any player, in production or on a reachable server. For demonstrations only',
  },
  ALLOW_PLAIN_HTTP: {
    schema: z.enum(['on', 'off']),
    default: 'off',
    help: 'on: allow a PUBLIC_URL over plain HTTP in production, where traffic can be intercepted',
  },
  PLATFORM_SIM_PORT: { schema: port, default: '3001', help: 'Port of the simulated platform' },
  DEMO: {
    schema: z.enum(['on', 'off']),
    default: undefined,
    help: 'on: a living demo world; off: an empty one. Default: on without DATABASE_URL, off with it',
  },
  NATS_URL: {
    schema: list.pipe(z.array(natsAddress).min(1).max(LIST_MAX)),
    default: undefined,
    help: 'Comma-separated addresses of NATS, such as nats://user:password@host:4222: then all servers of DATABASE_URL serve, and one is the writer. Without it, a second server waits until the first has stopped',
  },
  NATS_TOKEN: { schema: z.string().min(1), default: undefined, help: 'Token for NATS, if it asks for one' },
  NATS_CREDS: { schema: folder, default: undefined, help: "File with the server's credentials for NATS (.creds)" },
  ROLE: {
    schema: z.enum(['all', 'api', 'writer']),
    default: 'all',
    help: 'With NATS_URL: api never becomes the writer; writer serves no players, only executes commands',
  },
  PENDING_MIGRATIONS: {
    schema: z.enum(['wait', 'refuse']),
    default: 'wait',
    help: 'What a server does that has to migrate the database while another server is the writer: wait until that one stops, or refuse to start',
  },
  REQUIRE_SYNC_REPLICA: {
    schema: z.enum(['on', 'off']),
    default: 'off',
    help: 'on: commands are rejected while the PostgreSQL of DATABASE_URL has no synchronous standby',
  },
  PUBLIC_API: {
    schema: z.enum(['on', 'off']),
    default: 'on',
    help: 'off: no public market API under /api/public/v1',
  },
  API_DOCS: {
    schema: z.enum(['public', 'operator']),
    default: 'public',
    help: 'Who may read the descriptions of the API for players and tools: everybody, or holders of OPERATOR_TOKEN',
  },
  WEBHOOK_ALLOW_PRIVATE: {
    schema: z.enum(['on', 'off']),
    default: 'off',
    help: 'on: webhooks may be sent to private networks and this machine, over https',
  },
  DEMO_TALK: {
    schema: z.enum(['on', 'off']),
    default: 'on',
    help: 'off: demo traders do not write in the chat',
  },
  CHAT_KEEP_DAYS: {
    schema: z.coerce.number().int().min(1).max(CHAT_KEEP_DAYS_MAX),
    default: '90',
    help: 'Retention of chat messages in days',
  },
  LOG_LEVEL: {
    schema: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
    default: 'warn',
    help: 'Minimum level of log messages; if set, a terminal shows them, too',
  },
} as const satisfies Record<string, Setting>

/** The list printed by `npm start -- --help`. */
export function settingsHelp(): string {
  const width = Math.max(...Object.keys(SETTINGS).map((name) => name.length))
  return Object.entries(SETTINGS)
    .map(([name, setting]) => {
      const fallback = setting.default === undefined || setting.default === '' ? '' : ` (default: ${setting.default})`
      return `  ${name.padEnd(width)}  ${setting.help}${fallback}`
    })
    .join('\n')
}
