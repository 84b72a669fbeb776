import * as z from 'zod'
import type { PlatformConfig } from '../config.ts'
import { readBoundedText } from './bounded-text.ts'

const TIMEOUT_MS = 6_000
/** The service name that our Web API tickets are issued for. */
const TICKET_IDENTITY = 'clutch'

const ticketAnswer = z.object({
  response: z.object({
    params: z.object({ result: z.literal('OK'), steamid: z.string().regex(/^7656119\d{10}$/) }).optional(),
  }),
})
const summariesAnswer = z.object({
  response: z.object({ players: z.array(z.object({ steamid: z.string(), personaname: z.string() })) }),
})
const ownershipAnswer = z.object({ appownership: z.object({ ownsapp: z.boolean() }) })

export type TicketResult =
  | { readonly ok: true; readonly steamId: string }
  | { readonly ok: false; readonly code: 'invalid_ticket' | 'platform_unavailable' }

/** Asks the platform for the user of a ticket (AuthenticateUserTicket). */
export async function authenticateTicket(config: PlatformConfig, ticket: string): Promise<TicketResult> {
  const answer = await get(config, 'ISteamUserAuth/AuthenticateUserTicket/v1/', { ticket, identity: TICKET_IDENTITY })
  if (answer === undefined) return { ok: false, code: 'platform_unavailable' }
  const parsed = ticketAnswer.safeParse(answer)
  const steamId = parsed.success ? parsed.data.response.params?.steamid : undefined
  return steamId === undefined ? { ok: false, code: 'invalid_ticket' } : { ok: true, steamId }
}

/** A player's display name on the platform; undefined when unavailable. */
export async function readPersonaName(
  config: PlatformConfig,
  steamId: string,
  timeoutMs: number = TIMEOUT_MS,
): Promise<string | undefined> {
  const answer = await get(config, 'ISteamUser/GetPlayerSummaries/v2/', { steamids: steamId }, timeoutMs)
  const parsed = summariesAnswer.safeParse(answer)
  return parsed.success
    ? parsed.data.response.players.find((player) => player.steamid === steamId)?.personaname
    : undefined
}

/** Whether a player owns an application, such as a DLC (CheckAppOwnership); undefined when unavailable. */
export async function readOwnsApp(
  config: PlatformConfig,
  steamId: string,
  appId: number,
): Promise<boolean | undefined> {
  const answer = await get(config, 'ISteamUser/CheckAppOwnership/v4/', { steamid: steamId, appid: String(appId) })
  const parsed = ownershipAnswer.safeParse(answer)
  return parsed.success ? parsed.data.appownership.ownsapp : undefined
}

/** @returns the response's JSON; undefined when the platform is unreachable or its response is invalid */
async function get(
  config: PlatformConfig,
  path: string,
  parameters: Readonly<Record<string, string>>,
  timeoutMs: number = TIMEOUT_MS,
): Promise<unknown> {
  const address = new URL(`${config.apiUrl}/${path}`)
  address.search = new URLSearchParams({ key: config.apiKey, appid: String(config.appId), ...parameters }).toString()
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(timeoutMs), redirect: 'error' })
    return response.ok ? JSON.parse(await readBoundedText(response)) : undefined
  } catch {
    return undefined
  }
}
