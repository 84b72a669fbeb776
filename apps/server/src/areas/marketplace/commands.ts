import type { LotRequest, ParsedBody, TradeOutcome } from '@clutch/contract'
import { asItemId, asLotId, asUserId, type PlaceLot } from '@clutch/economy'
import type { ApiResult } from '../../api-result.ts'
import type { Context } from '../../context.ts'
import type { Responses } from '../../writer/outcome.ts'
import { sendCommand, type Sender } from '../send-command.ts'

export function placeLot(
  context: Context,
  sender: Sender,
  request: LotRequest,
  side: PlaceLot['side'],
  mode: PlaceLot['mode'],
): Promise<ApiResult<TradeOutcome>> {
  return sendCommand(context, sender, toPlaceLot(sender.userId, request, side, mode))
}

export function cancelLot(
  context: Context,
  sender: Sender,
  lotUuid: string,
): Promise<ApiResult<Responses['cancel_lot']>> {
  // Lower case, because the rules compare ids as text.
  const lotId = asLotId(lotUuid.toLowerCase())
  return sendCommand(context, sender, { type: 'cancel_lot', userId: asUserId(sender.userId), lotId })
}

export function changeLotPrice(
  context: Context,
  sender: Sender,
  request: ParsedBody<'POST /marketplace/change-lot-price'>,
): Promise<ApiResult<TradeOutcome>> {
  return sendCommand(context, sender, {
    type: 'change_lot_price',
    userId: asUserId(sender.userId),
    lotId: asLotId(request.lot_uuid.toLowerCase()),
    price: request.price,
    preferred: preferredPrice(request),
  })
}

/** Converts a request to a command. */
export function toPlaceLot(
  userId: string,
  request: LotRequest,
  side: PlaceLot['side'],
  mode: PlaceLot['mode'],
): PlaceLot {
  return {
    type: 'place_lot',
    userId: asUserId(userId),
    side,
    itemId: asItemId(request.item_type_id),
    price: request.price,
    count: request.count,
    mode,
    preferred: preferredPrice(request),
  }
}

/** Without a preferred denomination the price was entered in coins. */
function preferredPrice(
  request: Pick<LotRequest, 'price' | 'prefer_lot_currency' | 'prefer_lot_price'>,
): PlaceLot['preferred'] {
  return { currency: request.prefer_lot_currency ?? 'coin', price: request.prefer_lot_price ?? request.price }
}
