import type { FastifyInstance, FastifyReply } from 'fastify'
import * as z from 'zod'
import type { Change, ChangeResult, Inventory, InventoryRefusal, Stack } from './inventory.ts'
import { STEAM_ID } from './players.ts'
import { readParameters, requirePublisher, type PublisherAccess } from './publisher-access.ts'
import type { StateFile } from './state-file.ts'

const PATH = '/IInventoryService'
const ITEM_ID_MAX = 999_999
const ITEMS_PER_CALL_MAX = 1_000
const REQUEST_ID_MAX = 32

const steamid = z.string().regex(STEAM_ID)
const itemDefId = z.coerce.number().int().min(1).max(ITEM_ID_MAX)
const itemdefid = z.array(itemDefId).min(1).max(ITEMS_PER_CALL_MAX)
/** An unsigned 64-bit number in text; optional, but without it a repeat is a second change. */
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

/** The inventory interface of the platform: answers carry `item_json`, a JSON string. */
export function inventoryService(
  app: FastifyInstance,
  options: { inventory: Inventory; file: StateFile; access: PublisherAccess },
): void {
  const { inventory, file, access } = options
  const preHandler = requirePublisher(access)

  app.get(`${PATH}/GetInventory/v1`, { preHandler }, (request, reply) => {
    const parsed = owner.safeParse(readParameters(request))
    return parsed.success
      ? sendStacks(reply, inventory.stacksOf(parsed.data.steamid))
      : sendRefusal(reply, 'invalid_parameter')
  })

  app.get(`${PATH}/GetQuantity/v1`, { preHandler }, (request, reply) => {
    const parsed = consolidation.safeParse(readParameters(request))
    if (!parsed.success) return sendRefusal(reply, 'invalid_parameter')
    const items = parsed.data.itemdefid.map((id) => ({
      itemdefid: String(id),
      quantity: inventory.quantityOf(parsed.data.steamid, id),
    }))
    return send(reply, { item_json: JSON.stringify(items) })
  })

  app.post(`${PATH}/AddItem/v1`, { preHandler }, async (request, reply) => {
    const parsed = addition.safeParse(readParameters(request))
    if (!parsed.success) return sendRefusal(reply, 'invalid_parameter')
    const { steamid, itemdefid, requestid } = parsed.data
    return sendChange(reply, inventory.add(steamid, itemdefid, requestid, Date.now()))
  })

  app.post(`${PATH}/ConsumeItem/v1`, { preHandler }, async (request, reply) => {
    const parsed = consumption.safeParse(readParameters(request))
    if (!parsed.success) return sendRefusal(reply, 'invalid_parameter')
    const { steamid, itemid, quantity, requestid } = parsed.data
    return sendChange(reply, inventory.consume(steamid, itemid, quantity, requestid))
  })

  app.post(`${PATH}/Consolidate/v1`, { preHandler }, async (request, reply) => {
    const parsed = consolidation.safeParse(readParameters(request))
    if (!parsed.success) return sendRefusal(reply, 'invalid_parameter')
    const stacks = inventory.consolidate(parsed.data.steamid, parsed.data.itemdefid)
    await file.save()
    return sendStacks(reply, stacks)
  })

  /** Nothing is answered before it is on disk: a request id forgotten by a crash would be a second grant. */
  async function sendChange(reply: FastifyReply, result: ChangeResult): Promise<FastifyReply> {
    if (!result.ok) return sendRefusal(reply, result.refusal)
    if (!result.change.replayed) await file.save()
    return sendStacks(reply, result.change.stacks, result.change)
  }

  function sendStacks(reply: FastifyReply, stacks: readonly Stack[], change?: Change): FastifyReply {
    const items = stacks.map((stack) => itemJson(stack, access.appId))
    return send(reply, {
      item_json: JSON.stringify(items),
      ...(change === undefined ? {} : { replayed: change.replayed }),
    })
  }
}

function send(reply: FastifyReply, response: Readonly<Record<string, unknown>>): FastifyReply {
  return reply.header('x-eresult', ERESULT.ok).send({ response })
}

function sendRefusal(reply: FastifyReply, refusal: keyof typeof ERESULT): FastifyReply {
  return reply.code(400).header('x-eresult', ERESULT[refusal]).header('x-error_message', refusal).send({ response: {} })
}

/** Ids are text, quantities numbers, times compact ISO: as the platform writes them. */
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
