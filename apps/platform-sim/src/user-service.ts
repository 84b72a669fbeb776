import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { nameOf, STEAM_ID } from './players.ts'
import { readParameters, requirePublisher, type PublisherAccess } from './publisher-access.ts'

const SUMMARIES_MAX = 100
const INVALID_TICKET = 101
const INVALID_PARAMETER = 3
const TICKET = /^sim-(7656119\d{10})$/

const ticketQuery = z.object({ ticket: z.string().min(1), appid: z.coerce.number() })
const ownershipQuery = z.object({ steamid: z.string().regex(/^7656119\d{10}$/), appid: z.coerce.number().int().min(1) })
const summariesQuery = z.object({ steamids: z.string() })

/** The user interfaces of the platform: game client tickets and persona names. */
export function userService(app: FastifyInstance, access: PublisherAccess): void {
  const preHandler = requirePublisher(access)

  app.get('/ISteamUserAuth/AuthenticateUserTicket/v1', { preHandler }, (request, reply) => {
    const parsed = ticketQuery.safeParse(readParameters(request))
    if (!parsed.success || parsed.data.appid !== access.appId) {
      return reply.send(failure(INVALID_PARAMETER, 'Invalid parameter'))
    }
    const steamid = readTicket(parsed.data.ticket)
    if (steamid === undefined) return reply.send(failure(INVALID_TICKET, 'Invalid ticket'))
    return reply.send({
      response: {
        params: {
          result: 'OK',
          steamid,
          ownersteamid: steamid,
          vacbanned: false,
          publisherbanned: false,
        },
      },
    })
  })

  app.get('/ISteamUser/GetPlayerSummaries/v2', { preHandler }, (request, reply) => {
    const parsed = summariesQuery.safeParse(readParameters(request))
    const steamIds = parsed.success ? parsed.data.steamids.split(',').slice(0, SUMMARIES_MAX) : []
    const players = steamIds
      .filter((steamId) => STEAM_ID.test(steamId))
      .map((steamid) => ({ steamid, personaname: nameOf(steamid), personastate: 1, communityvisibilitystate: 3 }))
    return reply.send({ response: { players } })
  })
  app.get('/ISteamUser/CheckAppOwnership/v4', { preHandler }, (request, reply) => {
    const parsed = ownershipQuery.safeParse(readParameters(request))
    if (!parsed.success) return reply.code(400).send({ appownership: { result: 'Invalid parameter' } })
    const { steamid, appid } = parsed.data
    // Half of the players own an application, decided by their id.
    const ownsapp = (Number(steamid.at(-1)) + appid) % 2 === 0
    return reply.send({ appownership: { ownsapp, permanent: ownsapp, ownersteamid: steamid, result: 'OK' } })
  })
}

/** Reads a ticket: `sim-` and the player's id as text, or in hex as game clients send it. */
function readTicket(ticket: string): string | undefined {
  const text = /^[0-9a-f]+$/i.test(ticket) ? Buffer.from(ticket, 'hex').toString('latin1') : ticket
  return TICKET.exec(text)?.[1]
}

function failure(errorcode: number, errordesc: string): unknown {
  return { response: { error: { errorcode, errordesc } } }
}
