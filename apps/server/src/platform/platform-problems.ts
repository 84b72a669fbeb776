/** The settings that determine whom the server trusts for sign-ins, as far as they could be parsed. */
interface PlatformSettings {
  readonly HOST?: unknown
  readonly PUBLIC_URL?: unknown
  readonly STEAM_OPENID_URL?: unknown
  readonly STEAM_API_URL?: unknown
  readonly STEAM_API_KEY?: unknown
  readonly ALLOW_INSECURE_PLATFORM?: unknown
  readonly ALLOW_PLAIN_HTTP?: unknown
}

const ADDRESSES = ['STEAM_OPENID_URL', 'STEAM_API_URL'] as const
/** Values of `NODE_ENV` other than production; any other value counts as production. */
const NOT_PRODUCTION: ReadonlySet<string> = new Set(['', 'development', 'dev', 'test', 'testing', 'local', 'ci'])
const LOOPBACK_NAME = /^(?:localhost|.*\.localhost|127(?:\.\d+){3}|\[?::1\]?)$/i

/** Whether other machines can reach the server: it listens on another address or has a public one. */
export function isReachable({ HOST, PUBLIC_URL }: PlatformSettings): boolean {
  const listensElsewhere = typeof HOST === 'string' && !LOOPBACK_NAME.test(HOST)
  const isKnownElsewhere = typeof PUBLIC_URL === 'string' && !LOOPBACK_NAME.test(new URL(PUBLIC_URL).hostname)
  return listensElsewhere || isKnownElsewhere
}

function isProductionName(nodeEnv: string | undefined): boolean {
  return !NOT_PRODUCTION.has((nodeEnv ?? '').trim().toLowerCase())
}

/** Sessions over plain http could be intercepted. Accepted outside production, such as on a home network. */
export function findAddressProblems(settings: PlatformSettings, nodeEnv: string | undefined): string[] {
  const { PUBLIC_URL, ALLOW_PLAIN_HTTP } = settings
  if (ALLOW_PLAIN_HTTP === 'on' || typeof PUBLIC_URL !== 'string' || !isProductionName(nodeEnv)) return []
  const { protocol, hostname } = new URL(PUBLIC_URL)
  if (protocol === 'https:' || LOOPBACK_NAME.test(hostname)) return []
  return ['PUBLIC_URL: must be https in production (ALLOW_PLAIN_HTTP=on overrides this)']
}

/**
 * Finds settings that would allow anyone to sign in as any player: an incomplete platform configuration, which would trust
 * the simulated platform's port; a simulated platform on a public server; a platform over plain http.
 * @returns a problem per variable
 */
export function findPlatformProblems(
  settings: PlatformSettings,
  nodeEnv: string | undefined,
  knownApiKey: string,
): string[] {
  const unset = ADDRESSES.filter((name) => settings[name] === undefined)
  if (unset.length === 1) return unset.map((name) => `${name}: set both addresses of the platform or neither`)
  const isProduction = isProductionName(nodeEnv)
  if (settings.ALLOW_INSECURE_PLATFORM === 'on' || !(isProduction || isReachable(settings))) return []
  const why = isProduction ? 'in production' : 'where others than this machine reach the server'
  const unless = '(ALLOW_INSECURE_PLATFORM=on overrides this)'
  if (unset.length > 0) {
    return unset.map((name) => `${name}: needed ${why}: the simulated platform signs anybody in ${unless}`)
  }
  const plain = ADDRESSES.filter((name) => String(settings[name]).startsWith('http:'))
  return [
    ...plain.map((name) => `${name}: must be https ${why} ${unless}`),
    ...(settings.STEAM_API_KEY === knownApiKey ? [`STEAM_API_KEY: the default is known to everybody ${unless}`] : []),
  ]
}
