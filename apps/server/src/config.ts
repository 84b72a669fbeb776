import { join } from 'node:path'
import type * as z from 'zod'
import { findAddressProblems, findPlatformProblems, isReachable } from './platform/platform-problems.ts'
import { DEFAULT_API_KEY, SETTINGS } from './settings.ts'

type SettingName = keyof typeof SETTINGS
type RawConfig = { readonly [Name in SettingName]: z.output<(typeof SETTINGS)[Name]['schema']> | undefined }

/** The settings, checked, with every default filled in. */
export interface Config {
  readonly port: number
  readonly host: string
  /** Undefined until the port is known. */
  readonly publicUrl: string | undefined
  /** Number of trusted proxies: clients can forge any further forwarded address. */
  readonly trustedProxies: number
  readonly dataDir: string
  readonly databaseUrl: string | undefined
  readonly contentDir: string
  /** Folder of packs that admins can check and load; undefined: none. */
  readonly contentPacksDir: string | undefined
  /** Keys that sign access tokens, newest first; undefined: generated in the data folder. */
  readonly tokenKeys: readonly string[]
  readonly operatorToken: string | undefined
  /** Whether the server accepts connections from other machines. */
  readonly isReachable: boolean
  readonly adminSteamIds: readonly string[]
  readonly adminPath: string
  readonly backups: { readonly folder: string; readonly everyHours: number; readonly kept: number }
  /** File that says when PostgreSQL was last backed up; undefined: unknown. */
  readonly backupStatusFile: string | undefined
  readonly embedOrigins: readonly string[]
  /** Substring that identifies the user agent of the game's built-in browser; undefined: none. */
  readonly gameClientAgent: string | undefined
  readonly platform: PlatformConfig
  readonly demo: boolean
  /** The bus to other servers of the database; undefined: there are none. */
  readonly nats: NatsConfig | undefined
  readonly role: Role
  /** Whether a server that has to migrate the database waits while another one is the writer, instead of not starting. */
  readonly waitsToMigrate: boolean
  /** Whether commands are rejected while PostgreSQL has no synchronous standby. */
  readonly requiresSyncReplica: boolean
  /** Whether anyone may read market data under `/api/public/v1`. */
  readonly servesPublicApi: boolean
  /** Whether everybody may read the descriptions of the API for players and tools. */
  readonly hasPublicDocs: boolean
  /** Whether webhooks may be sent to private networks. */
  readonly webhooksAllowPrivate: boolean
  /** Whether demo traders write in the chat. */
  readonly demoTalk: boolean
  readonly chatKeepDays: number
  readonly logLevel: string
}

/** What a server does: `api` never becomes the writer, `writer` serves no players. */
export type Role = 'all' | 'api' | 'writer'

/** Addresses of NATS and our credentials. */
export interface NatsConfig {
  /** Without credentials, so that they can be logged. */
  readonly servers: readonly string[]
  readonly user: string | undefined
  readonly password: string | undefined
  readonly token: string | undefined
  readonly credsFile: string | undefined
  readonly isEncrypted: boolean
}

/** Address of the store platform and our credentials. */
export interface PlatformConfig {
  readonly openIdUrl: string
  readonly apiUrl: string
  readonly apiKey: string
  readonly appId: number
  /** Application ids of DLCs by name. A DLC without an id is owned by no player. */
  readonly dlcAppIds: ReadonlyMap<string, number>
  /** Whether the platform is the simulated one. */
  readonly isSimulated: boolean
}

export type ConfigResult =
  | { readonly ok: true; readonly config: Config }
  | { readonly ok: false; readonly problems: readonly string[] }

/** Parses the environment. Each problem names its variable. */
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
    ...findReplicaProblems(values),
    ...findNatsProblems(values),
  )
  if (problems.length > 0) return { ok: false, problems }
  return { ok: true, config: toConfig(values as RawConfig) }
}

/** Pages served over http can be forged by anyone on the network, so https players may be framed by https origins only. */
function findOriginProblems(values: Readonly<Record<string, unknown>>): string[] {
  const { PUBLIC_URL, EMBED_ORIGINS } = values as Partial<RawConfig>
  if (PUBLIC_URL?.startsWith('https:') !== true) return []
  return (EMBED_ORIGINS ?? [])
    .filter((origin) => !origin.startsWith('https:'))
    .map((origin) => `EMBED_ORIGINS: ${origin} must be https, as PUBLIC_URL is`)
}

/** The embedded database has no standbys: all commands would be rejected. */
function findReplicaProblems(values: Readonly<Record<string, unknown>>): string[] {
  const { REQUIRE_SYNC_REPLICA, DATABASE_URL } = values as Partial<RawConfig>
  if (REQUIRE_SYNC_REPLICA !== 'on' || DATABASE_URL !== undefined) return []
  return ['REQUIRE_SYNC_REPLICA: needs DATABASE_URL']
}

/** Without a shared database or a bus there are no other servers. */
function findNatsProblems(values: Readonly<Record<string, unknown>>): string[] {
  const { NATS_URL, DATABASE_URL, ROLE } = values as Partial<RawConfig>
  return [
    ...(NATS_URL !== undefined && DATABASE_URL === undefined ? ['NATS_URL: needs DATABASE_URL'] : []),
    ...(NATS_URL === undefined && ROLE !== undefined && ROLE !== 'all' ? [`ROLE: ${ROLE} needs NATS_URL`] : []),
  ]
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
    backupStatusFile: raw.BACKUP_STATUS_FILE,
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
    nats: toNatsConfig(raw),
    role: raw.ROLE ?? 'all',
    waitsToMigrate: raw.PENDING_MIGRATIONS !== 'refuse',
    requiresSyncReplica: raw.REQUIRE_SYNC_REPLICA === 'on',
    servesPublicApi: raw.PUBLIC_API !== 'off',
    hasPublicDocs: raw.API_DOCS !== 'operator',
    webhooksAllowPrivate: raw.WEBHOOK_ALLOW_PRIVATE === 'on',
    demoTalk: raw.DEMO_TALK !== 'off',
    demo: (raw.DEMO ?? (raw.DATABASE_URL === undefined ? 'on' : 'off')) === 'on',
    chatKeepDays: raw.CHAT_KEEP_DAYS ?? 0,
    logLevel: raw.LOG_LEVEL ?? 'warn',
  }
}

/** Credentials are those of the first address: a user with a password, or a token in place of the user. */
function toNatsConfig({ NATS_URL, NATS_TOKEN, NATS_CREDS }: RawConfig): NatsConfig | undefined {
  if (NATS_URL === undefined) return undefined
  const urls = NATS_URL.map((address) => new URL(address))
  const username = decodeURIComponent(urls[0]?.username ?? '')
  const password = decodeURIComponent(urls[0]?.password ?? '')
  const isUser = password !== ''
  return {
    servers: urls.map(({ host }) => host),
    user: isUser ? username : undefined,
    password: isUser ? password : undefined,
    token: NATS_TOKEN ?? (isUser || username === '' ? undefined : username),
    credsFile: NATS_CREDS,
    isEncrypted: urls.some(({ protocol }) => protocol === 'tls:'),
  }
}

function toNamedId(entry: string): [string, number] {
  const [name = '', id] = entry.split('=')
  return [name, Number(id)]
}
