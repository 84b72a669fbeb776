import { isAbsolute, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as z from 'zod'
import { findAddressProblems, findPlatformProblems, isReachable } from './platform/platform-problems.ts'

/** The folder of the checkout: relative folders in settings start here. */
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

/** The simulated platform's: known to everybody. */
const DEFAULT_API_KEY = 'simulated-publisher-key'

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
const webAddress = z.url({ protocol: /^https?$/ }).transform((address) => address.replace(/\/+$/, ''))

/** A path or a wildcard would be let into the policy for frames and then never match a page's origin. */
const webOrigin = webAddress.refine((address) => new URL(address).origin === address && !address.includes('*'), {
  error: WEB_ORIGIN,
})

interface Setting {
  readonly schema: z.ZodType
  readonly default: string | undefined
  readonly help: string
}

/** Every setting: how it is read, what it is without one, what it is for. */
const SETTINGS = {
  PORT: { schema: port, default: '3000', help: 'Port of the web app and the API; 0 picks a free one and prints it' },
  HOST: { schema: z.string().min(1), default: '127.0.0.1', help: 'Address to listen on; 0.0.0.0 for all' },
  PUBLIC_URL: {
    schema: webAddress,
    default: undefined,
    help: 'How players reach the server; default: http://localhost:PORT',
  },
  TRUSTED_PROXIES: {
    schema: z.coerce.number().int().min(0).max(TRUSTED_PROXIES_MAX),
    default: '0',
    help: "Reverse proxies before the server; players' addresses are then read from X-Forwarded-For",
  },
  DATA_DIR: { schema: folder, default: 'data', help: 'Folder for everything that is kept' },
  DATABASE_URL: {
    schema: z.url({ protocol: /^postgres(ql)?$/ }),
    default: undefined,
    help: 'PostgreSQL 15 or newer; without one the database lives in DATA_DIR',
  },
  CONTENT_DIR: { schema: folder, default: 'packages/content/packs/demo', help: "Folder of the game's content pack" },
  CONTENT_PACKS_DIR: {
    schema: folder,
    default: undefined,
    help: 'Folder of content packs, each in a folder of its own, that admins may check in the console',
  },
  TOKEN_KEYS: {
    schema: list.pipe(z.array(z.string().regex(/^[\w-]{43}$/, KEY_FORM)).max(TOKEN_KEYS_MAX)),
    default: '',
    help: 'Comma-separated keys that sign access tokens, newest first, the same for all servers of a database; default: made in DATA_DIR',
  },
  OPERATOR_TOKEN: {
    schema: z.string().min(OPERATOR_TOKEN_LENGTH_MIN),
    default: undefined,
    help: 'Password for /metrics and /api/docs; without one they answer only where nobody else reaches the server',
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
    help: 'A backup of the database in DATA_DIR is made so often, while the server runs; 0 for never',
  },
  BACKUP_KEEP: {
    schema: z.coerce.number().int().min(1).max(LIST_MAX),
    default: '7',
    help: 'So many scheduled backups are kept, and as many from before upgrades',
  },
  ADMIN_PATH: {
    schema: z.string().regex(/^(?:\/[\w-]+)*\/[\w-]*admin$/, 'A path that ends in admin, such as /console/admin'),
    default: '/console/admin',
    help: 'Where the admin panel is; ends in admin. The role protects it, not the path',
  },
  EMBED_ORIGINS: {
    schema: list.pipe(z.array(webOrigin).max(LIST_MAX)),
    default: '',
    help: 'Comma-separated origins that may embed the app in a frame',
  },
  STEAM_OPENID_URL: {
    schema: webAddress,
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
    help: "What only the user agent of the game's own browser has in it: links with a ticket that another one opens ask before they sign in",
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
    help: 'on: sign anybody in as anybody, in production or on a server that others reach. Only ever for a demonstration',
  },
  ALLOW_PLAIN_HTTP: {
    schema: z.enum(['on', 'off']),
    default: 'off',
    help: 'on: a PUBLIC_URL in plain HTTP in production, where everybody on the way reads along',
  },
  PLATFORM_SIM_PORT: { schema: port, default: '3001', help: 'Port of the simulated platform' },
  DEMO: {
    schema: z.enum(['on', 'off']),
    default: undefined,
    help: 'on: a living demo world; off: an empty one. Default: on without DATABASE_URL, off with it',
  },
  STANDBY: {
    schema: z.enum(['wait', 'serve']),
    default: 'wait',
    help: 'While another server of the same DATABASE_URL is the writer: wait for its lease, or serve beside it',
  },
  DEMO_TALK: {
    schema: z.enum(['on', 'off']),
    default: 'on',
    help: 'off: the traders of a demo world say nothing in the chat',
  },
  CHAT_KEEP_DAYS: {
    schema: z.coerce.number().int().min(1).max(CHAT_KEEP_DAYS_MAX),
    default: '90',
    help: 'Days for which chat messages are kept',
  },
  LOG_LEVEL: {
    schema: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
    default: 'warn',
    help: 'How much is logged',
  },
} as const satisfies Record<string, Setting>

type SettingName = keyof typeof SETTINGS
type RawConfig = { readonly [Name in SettingName]: z.output<(typeof SETTINGS)[Name]['schema']> | undefined }

/** The settings, checked, with every default filled in. */
export interface Config {
  readonly port: number
  readonly host: string
  /** Undefined until the port is known. */
  readonly publicUrl: string | undefined
  /** Anybody can write a forwarded address, so exactly as many are believed as there are proxies. */
  readonly trustedProxies: number
  readonly dataDir: string
  readonly databaseUrl: string | undefined
  readonly contentDir: string
  /** Packs that admins may check; without it there are none. */
  readonly contentPacksDir: string | undefined
  /** Keys that sign access tokens, newest first; none: they lie in the data folder. */
  readonly tokenKeys: readonly string[]
  readonly operatorToken: string | undefined
  /** Others than the users of this machine may reach the server. */
  readonly isReachable: boolean
  readonly adminSteamIds: readonly string[]
  readonly adminPath: string
  readonly backups: { readonly folder: string; readonly everyHours: number; readonly kept: number }
  readonly embedOrigins: readonly string[]
  /** What only the user agent of the game's own browser has in it; undefined when none is known. */
  readonly gameClientAgent: string | undefined
  readonly platform: PlatformConfig
  readonly demo: boolean
  /** Whether to serve while another server is the writer. */
  readonly servesOnStandby: boolean
  /** Whether its traders talk in the chat. */
  readonly demoTalk: boolean
  readonly chatKeepDays: number
  readonly logLevel: string
}

/** Where the store platform is, and who we are to it. */
export interface PlatformConfig {
  readonly openIdUrl: string
  readonly apiUrl: string
  readonly apiKey: string
  readonly appId: number
  /** Application ids of DLCs by name; those that are not set belong to nobody. */
  readonly dlcAppIds: ReadonlyMap<string, number>
  /** The simulated platform answers, not the real one. */
  readonly isSimulated: boolean
}

export type ConfigResult =
  | { readonly ok: true; readonly config: Config }
  | { readonly ok: false; readonly problems: readonly string[] }

/** Reads the environment. Each problem names its variable. */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): ConfigResult {
  const values: Record<string, unknown> = {}
  const problems: string[] = []
  for (const [name, setting] of Object.entries(SETTINGS)) {
    const text = environment[name] === undefined || environment[name] === '' ? setting.default : environment[name]
    if (text === undefined) continue
    const parsed = setting.schema.safeParse(text)
    if (parsed.success) values[name] = parsed.data
    else problems.push(`${name}: ${parsed.error.issues.map(({ message }) => message).join('; ')}`)
  }
  problems.push(
    ...findPlatformProblems(values, environment['NODE_ENV'], DEFAULT_API_KEY),
    ...findOriginProblems(values),
    ...findAddressProblems(values, environment['NODE_ENV']),
  )
  if (problems.length > 0) return { ok: false, problems }
  return { ok: true, config: toConfig(values as RawConfig) }
}

/** A page that was fetched in plain text could be anybody's: players on https are framed by https only. */
function findOriginProblems(values: Readonly<Record<string, unknown>>): string[] {
  const { PUBLIC_URL, EMBED_ORIGINS } = values as Partial<RawConfig>
  if (PUBLIC_URL?.startsWith('https:') !== true) return []
  return (EMBED_ORIGINS ?? [])
    .filter((origin) => !origin.startsWith('https:'))
    .map((origin) => `EMBED_ORIGINS: ${origin} must be https, as PUBLIC_URL is`)
}

function toConfig(raw: RawConfig): Config {
  const simulatedUrl = `http://localhost:${raw.PLATFORM_SIM_PORT ?? 0}`
  return {
    port: raw.PORT ?? 0,
    host: raw.HOST ?? '127.0.0.1',
    publicUrl: raw.PUBLIC_URL,
    trustedProxies: raw.TRUSTED_PROXIES ?? 0,
    dataDir: raw.DATA_DIR ?? '',
    databaseUrl: raw.DATABASE_URL,
    contentDir: raw.CONTENT_DIR ?? '',
    contentPacksDir: raw.CONTENT_PACKS_DIR,
    tokenKeys: raw.TOKEN_KEYS ?? [],
    operatorToken: raw.OPERATOR_TOKEN,
    isReachable: isReachable(raw),
    adminSteamIds: raw.ADMIN_STEAM_IDS ?? [],
    adminPath: raw.ADMIN_PATH ?? '',
    backups: {
      folder: raw.BACKUP_DIR ?? join(raw.DATA_DIR ?? '', 'backups'),
      everyHours: raw.BACKUP_EVERY_HOURS ?? 0,
      kept: raw.BACKUP_KEEP ?? 1,
    },
    embedOrigins: raw.EMBED_ORIGINS ?? [],
    gameClientAgent: raw.GAME_CLIENT_AGENT,
    platform: {
      openIdUrl: raw.STEAM_OPENID_URL ?? `${simulatedUrl}/openid/login`,
      apiUrl: raw.STEAM_API_URL ?? simulatedUrl,
      apiKey: raw.STEAM_API_KEY ?? '',
      appId: raw.STEAM_APP_ID ?? 0,
      dlcAppIds: new Map((raw.STEAM_DLC_APP_IDS ?? []).map(toNamedId)),
      isSimulated: raw.STEAM_API_URL === undefined,
    },
    servesOnStandby: raw.STANDBY === 'serve' && raw.DATABASE_URL !== undefined,
    demoTalk: raw.DEMO_TALK !== 'off',
    demo: (raw.DEMO ?? (raw.DATABASE_URL === undefined ? 'on' : 'off')) === 'on',
    chatKeepDays: raw.CHAT_KEEP_DAYS ?? 0,
    logLevel: raw.LOG_LEVEL ?? 'warn',
  }
}

function toNamedId(entry: string): [string, number] {
  const [name = '', id] = entry.split('=')
  return [name, Number(id)]
}

/** The list that `npm start -- --help` prints. */
export function settingsHelp(): string {
  const width = Math.max(...Object.keys(SETTINGS).map((name) => name.length))
  return Object.entries(SETTINGS)
    .map(([name, setting]) => {
      const fallback = setting.default === undefined || setting.default === '' ? '' : ` (default: ${setting.default})`
      return `  ${name.padEnd(width)}  ${setting.help}${fallback}`
    })
    .join('\n')
}
