import * as z from 'zod'
import { FaultPlan } from './faults.ts'
import type { CoinItemIds } from './inventory.ts'

/** Item definition ids are positive 32-bit integers. */
export const ITEM_ID_MAX = 2_147_483_647
const PORT_MAX = 65_535
const LATE_MAX_MS = 10 * 60_000

const port = z.coerce.number().int().min(0).max(PORT_MAX)
const itemId = z.coerce.number().int().min(1).max(ITEM_ID_MAX)

const environment = z.object({
  NODE_ENV: z.string().default(''),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: z.url().optional(),
  ALLOW_INSECURE_PLATFORM: z.enum(['on', 'off']).default('off'),
  PLATFORM_SIM_PORT: port.default(3_001),
  PLATFORM_SIM_HOST: z.string().min(1).default('127.0.0.1'),
  PLATFORM_SIM_PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  STEAM_API_KEY: z.string().min(1).default('simulated-publisher-key'),
  STEAM_APP_ID: z.coerce.number().int().min(1).default(480),
  DATA_DIR: z.string().min(1).default('data'),
  GOLD_COIN_ITEM_ID: itemId.default(9_001),
  SILVER_COIN_ITEM_ID: itemId.default(9_002),
  BRONZE_COIN_ITEM_ID: itemId.default(9_003),
  PLATFORM_SIM_FAULTS: z
    .string()
    .regex(/^[^:]+:(?:0|1|0?\.\d+)$/, 'A seed and the share of calls that go wrong, such as night:0.3')
    .optional(),
  PLATFORM_SIM_LATE_MS: z.coerce.number().int().min(0).max(LATE_MAX_MS).default(60_000),
})

export interface PlatformSimSettings {
  /** 0 picks a free port. */
  readonly port: number
  readonly host: string
  /** Public URL of the platform; derived from host and port if absent. */
  readonly publicUrl: string | undefined
  readonly apiKey: string
  readonly appId: number
  /** Data folder for wallets; undefined keeps them in memory. */
  readonly dataDir: string | undefined
  readonly coinItemIds: CoinItemIds
  /** Faults of inventory calls; undefined for none. */
  readonly faults: FaultPlan | undefined
}

export type SettingsResult =
  | { readonly ok: true; readonly settings: PlatformSimSettings }
  | { readonly ok: false; readonly problems: readonly string[] }

/** Values of `NODE_ENV` that do not mean production; all others do. */
const NOT_PRODUCTION: ReadonlySet<string> = new Set(['', 'development', 'dev', 'test', 'testing', 'local', 'ci'])
const LOOPBACK_NAME = /^(?:localhost|.*\.localhost|127(?:\.\d+){3}|\[?::1\]?)$/i

/** Settings that expose the platform to other machines, where anyone could sign in as anyone. */
function findStrangers(values: z.output<typeof environment>): string[] {
  const why = 'the simulated platform lets anyone sign in as anyone (ALLOW_INSECURE_PLATFORM=on overrides this)'
  const isProduction = !NOT_PRODUCTION.has(values.NODE_ENV.trim().toLowerCase())
  const hosts = ['PLATFORM_SIM_HOST', 'HOST'] as const
  const addresses = ['PLATFORM_SIM_PUBLIC_URL', 'PUBLIC_URL'] as const
  return [
    ...(isProduction ? ['NODE_ENV'] : []),
    ...hosts.filter((name) => !LOOPBACK_NAME.test(values[name])),
    ...addresses.filter((name) => isElsewhere(values[name])),
  ].map((name) => `${name}: ${why}`)
}

function isElsewhere(address: string | undefined): boolean {
  return address !== undefined && !LOOPBACK_NAME.test(new URL(address).hostname)
}

/** Reads the settings; a problem names the variable it is about. Empty variables count as unset. */
export function readSettings(env: Readonly<Record<string, string | undefined>>): SettingsResult {
  const parsed = environment.safeParse(Object.fromEntries(Object.entries(env).filter(([, value]) => value !== '')))
  if (!parsed.success) {
    return { ok: false, problems: parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`) }
  }
  const values = parsed.data
  const problems = values.ALLOW_INSECURE_PLATFORM === 'on' ? [] : findStrangers(values)
  if (problems.length > 0) return { ok: false, problems }
  return {
    ok: true,
    settings: {
      port: values.PLATFORM_SIM_PORT,
      host: values.PLATFORM_SIM_HOST,
      publicUrl: values.PLATFORM_SIM_PUBLIC_URL,
      apiKey: values.STEAM_API_KEY,
      appId: values.STEAM_APP_ID,
      dataDir: values.DATA_DIR,
      coinItemIds: {
        gold: values.GOLD_COIN_ITEM_ID,
        silver: values.SILVER_COIN_ITEM_ID,
        bronze: values.BRONZE_COIN_ITEM_ID,
      },
      faults: toFaultPlan(values.PLATFORM_SIM_FAULTS, values.PLATFORM_SIM_LATE_MS),
    },
  }
}

function toFaultPlan(setting: string | undefined, lateMaxMs: number): FaultPlan | undefined {
  if (setting === undefined) return undefined
  const [seed = '', share] = setting.split(':')
  return new FaultPlan(seed, Number(share), lateMaxMs)
}
