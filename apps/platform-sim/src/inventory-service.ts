import type { FastifyInstance, FastifyReply } from 'fastify'
import * as z from 'zod'
import { circumstancesOf, performUnder, type FaultPlan, type Reply } from './faults.ts'
import {
  type Change,
  type ChangeResult,
  type Circumstances,
  type Inventory,
  type InventoryRefusal,
  type Stack,
} from './inventory.ts'
import { STEAM_ID } from './players.ts'
import { readParameters, requirePublisher, type PublisherAccess } from './publisher-access.ts'
import { ITEM_ID_MAX } from './settings.ts'
import type { StateFile } from './state-file.ts'

const PATH = '/IInventoryService'
const ITEMS_PER_CALL_MAX = 1_000
const REQUEST_ID_MAX = 32

const steamid = z.string().regex(STEAM_ID)
const itemDefId = z.coerce.number().int().min(1).max(ITEM_ID_MAX)
const itemdefid = z.array(itemDefId).min(1).max(ITEMS_PER_CALL_MAX)
/** An unsigned 64-bit number as text; without it a repeated request is executed twice. */
const requestid = z.coerce.string().regex(/^\d+$/).max(REQUEST_ID_MAX).optional()

const owner = z.object({ steamid })
const addition = z.object({ steamid, itemdefid, requestid })
const consumption = z.object({
  steamid,
  itemid: z.coerce.string().regex(/^\d+$/),
  quantity: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER),
  requestid,
})
const consolidation = z.object({ steamid, itemdefid })

/** Result codes the platform puts in the `x-eresult` header. */
const ERESULT: Readonly<Record<'ok' | 'invalid_parameter' | InventoryRefusal, number>> = {
  ok: 1,
  invalid_parameter: 8,
  no_such_item: 9,
  not_enough_items: 8,
  inventory_full: 25,
}

/** How long a silent call keeps the connection open. */
const SILENCE_MS = 5 * 60_000

/** The platform's inventory interface; responses carry `item_json`, a JSON string. */
export function inventoryService(
  app: FastifyInstance,
  options: { inventory: Inventory; file: StateFile; access: PublisherAccess; faults: FaultPlan | undefined },
): void {
  const { inventory, file, access, faults } = options
  const preHandler = requirePublisher(access)

  app.get(`${PATH}/GetInventory/v1`, { preHandler }, (request, reply) => {
    const parsed = owner.safeParse(readParameters(request))
    return answer(reply, () =>
      parsed.success ? replyOf(inventory.stacksOf(parsed.data.steamid), access.appId) : refusalOf('invalid_parameter'),
    )
  })

  app.get(`${PATH}/GetQuantity/v1`, { preHandler }, (request, reply) => {
    const parsed = consolidation.safeParse(readParameters(request))
    return answer(reply, () => {
      if (!parsed.success) return refusalOf('invalid_parameter')
      const items = parsed.data.itemdefid.map((id) => ({
        itemdefid: String(id),
        quantity: inventory.quantityOf(parsed.data.steamid, id),
      }))
      return {
        status: 200,
        eresult: ERESULT.ok,
        text: JSON.stringify({ response: { item_json: JSON.stringify(items) } }),
      }
    })
  })

  app.post(`${PATH}/AddItem/v1`, { preHandler }, (request, reply) => {
    const parsed = addition.safeParse(readParameters(request))
    return answer(reply, (circumstances) => {
      if (!parsed.success) return refusalOf('invalid_parameter')
      const { steamid, itemdefid, requestid } = parsed.data
      return changeReply(inventory.add(steamid, itemdefid, requestid, Date.now(), circumstances), access.appId)
    })
  })

  app.post(`${PATH}/ConsumeItem/v1`, { preHandler }, (request, reply) => {
    const parsed = consumption.safeParse(readParameters(request))
    return answer(reply, (circumstances) => {
      if (!parsed.success) return refusalOf('invalid_parameter')
      const { steamid, itemid, quantity, requestid } = parsed.data
      return changeReply(
        inventory.consume(steamid, itemid, quantity, requestid, Date.now(), circumstances),
        access.appId,
      )
    })
  })

  app.post(`${PATH}/Consolidate/v1`, { preHandler }, (request, reply) => {
    const parsed = consolidation.safeParse(readParameters(request))
    return answer(reply, () =>
      parsed.success
        ? replyOf(inventory.consolidate(parsed.data.steamid, parsed.data.itemdefid), access.appId)
        : refusalOf('invalid_parameter'),
    )
  })

  /**
   * Responds only after the state is on disk, also to a repeat that runs concurrently with the first: a request id lost
   * in a crash would allow a second grant.
   */
  async function answer(reply: FastifyReply, run: (circumstances: Circumstances) => Reply): Promise<FastifyReply> {
    const fault = faults?.next()
    const came = performUnder(
      fault,
      faults,
      () => run(circumstancesOf(fault)),
      (delayMs, act) => {
        setTimeout(() => {
          act()
          void file.save()
        }, delayMs).unref()
      },
    )
    await file.save()
    if (came.kind === 'reply') return send(reply, came.reply)
    reply.hijack()
    if (came.kind === 'cut') reply.raw.destroy()
    else setTimeout(() => reply.raw.destroy(), SILENCE_MS).unref()
    return reply
  }
}

function send(reply: FastifyReply, { status, eresult, text, error }: Reply): FastifyReply {
  if (error !== undefined) void reply.header('x-error_message', error)
  if (eresult !== undefined) void reply.header('x-eresult', eresult)
  return reply
    .code(status)
    .type(text.startsWith('<') ? 'text/html' : 'application/json')
    .send(text)
}

/** The response to a change. */
export function changeReply(result: ChangeResult, appId: number): Reply {
  return result.ok ? replyOf(result.change.stacks, appId, result.change) : refusalOf(result.refusal)
}

/** The response with stacks. */
export function replyOf(stacks: readonly Stack[], appId: number, change?: Change): Reply {
  const item_json = JSON.stringify(stacks.map((stack) => itemJson(stack, appId)))
  const response = { item_json, ...(change === undefined ? {} : { replayed: change.replayed }) }
  return { status: 200, eresult: ERESULT.ok, text: JSON.stringify({ response }) }
}

function refusalOf(refusal: keyof typeof ERESULT): Reply {
  return { status: 400, eresult: ERESULT[refusal], text: JSON.stringify({ response: {} }), error: refusal }
}

/** Ids as text, quantities as numbers and times as compact ISO, like the platform. */
function itemJson(stack: Stack, appId: number): Readonly<Record<string, unknown>> {
  return {
    itemid: stack.itemId,
    originalitemdefid: String(stack.itemDefId),
    itemdefid: String(stack.itemDefId),
    appid: appId,
    quantity: stack.quantity,
    acquired: new Date(stack.acquiredAtMs).toISOString().replaceAll(/[-:]|\.\d+/g, ''),
    state: stack.quantity === 0 ? 'removed' : '',
    origin: 'external',
  }
}
