import { lookup as lookUp, type LookupAddress } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import type { Config } from '../../config.ts'

/** Which addresses webhooks may be sent to (integration §3). */
export interface TargetRules {
  /** Private networks and this machine, over https. */
  readonly allowsPrivate: boolean
  /** This machine over http, for development. */
  readonly allowsHttpLoopback: boolean
}

/**
 * The rules of a server. On a demonstration that other machines can reach, anyone can sign in as an admin, so this
 * machine stays out of bounds.
 */
export function targetRulesOf({ webhooksAllowPrivate, platform, isReachable }: Config): TargetRules {
  return { allowsPrivate: webhooksAllowPrivate, allowsHttpLoopback: platform.isSimulated && !isReachable }
}

const HTTPS_PORT = '443'
/** Lower ports are those of other services, such as mail, whose protocols a request could be mistaken for. */
const FIRST_FREE_PORT = 1_024

/** Ranges of networks that `WEBHOOK_ALLOW_PRIVATE` opens; others, such as multicast, are never addresses of a receiver. */
const PRIVATE_RANGES: ReadonlySet<string> = new Set([
  'private',
  'loopback',
  'linkLocal',
  'uniqueLocal',
  'carrierGradeNat',
  // Addresses of IPv4 networks behind NAT64.
  'rfc6052',
])

/** Kinds of addresses that a connection may have: those of the rules, by protocol. */
type AddressCheck = (address: string) => boolean

/** Rejects connections to an address that is not allowed, with a code as system errors have it. */
export class AddressNotAllowed extends Error {
  override readonly name = 'AddressNotAllowed'
  readonly code = 'ADDRESS_NOT_ALLOWED'
}

/** Whether an endpoint may have this address. The addresses of its name are checked at each connection. */
export function isTargetAllowed(text: string, rules: TargetRules): boolean {
  const url = URL.parse(text)
  if (url === null || url.username !== '' || url.password !== '') return false
  const isPlain = url.protocol === 'http:'
  if (!isPlain && url.protocol !== 'https:') return false
  if (isPlain && !rules.allowsHttpLoopback) return false
  const isPortAllowed = url.port === '' || url.port === HTTPS_PORT || Number(url.port) >= FIRST_FREE_PORT
  return isPortAllowed && isLiteralAllowed(url, addressCheck(url, rules))
}

/** Which addresses the host of a URL may have. Over http only this machine, whatever else is allowed. */
export function addressCheck(url: URL, { allowsPrivate }: TargetRules): AddressCheck {
  if (url.protocol === 'http:') return (address) => rangeOf(address) === 'loopback'
  return (address) => {
    const range = rangeOf(address)
    return range === 'unicast' || (allowsPrivate && PRIVATE_RANGES.has(range))
  }
}

/** False for a host that is an address and not allowed: it is not looked up, so `guardedLookup` never sees it. */
function isLiteralAllowed({ hostname }: URL, isAllowed: AddressCheck): boolean {
  const address = hostname.replace(/^\[(.*)\]$/, '$1')
  return isIP(address) === 0 || isAllowed(address)
}

/** Range of an address, that of the contained IPv4 address for mapped ones; `unicast` if it is public. */
function rangeOf(address: string): string {
  // A scope, such as %eth0, names an interface of this machine.
  if (!ipaddr.isValid(address) || address.includes('%')) return 'invalid'
  const parsed = ipaddr.process(address)
  const range = parsed.range()
  const isGlobal = !(parsed instanceof ipaddr.IPv6) || parsed.match(GLOBAL_UNICAST)
  return range === 'unicast' && !isGlobal ? 'reserved' : range
}

/** All public addresses of IPv6. Others without a range, such as ::7f00:1, can still mean an IPv4 address to a kernel. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * Looks a name up for a new connection and rejects it if any of its addresses is not allowed. The connection uses the
 * addresses that were checked, so a name whose addresses change in between gains nothing.
 * @param resolve replaces the system's resolver in tests
 */
export function guardedLookup(isAllowed: AddressCheck, resolve: typeof lookUp = lookUp): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
      const [first] = error === null ? addresses : []
      if (first === undefined) callback(error ?? new AddressNotAllowed(), '')
      else if (!addresses.every(({ address }) => isAllowed(address))) callback(new AddressNotAllowed(), '')
      else if (options.all === true) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
  }
}
