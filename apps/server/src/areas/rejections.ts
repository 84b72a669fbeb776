import type { ContentPack } from '@clutch/content'
import type { ErrorParams } from '@clutch/contract'
import type { MissingIngredient, Rejection } from '@clutch/economy'
import type { ApiError } from '../api-result.ts'
import type { WriterFailure } from '../writer/outcome.ts'
import { toSecondsBy } from './answers.ts'

/** Items that one refusal names. */
const NAMED_MAX = 20

/** The one place where the rules' refusals become the API's errors. */
export function toApiError(rejection: Rejection | WriterFailure, pack: ContentPack): ApiError {
  switch (rejection.code) {
    case 'invalid_price':
      return { code: 'invalid_input', params: { detail: 'price' } }
    case 'invalid_count':
      return { code: 'invalid_input', params: { detail: 'count' } }
    case 'invalid_client_seed':
      return { code: 'invalid_input', params: { detail: 'client_seed' } }
    case 'unknown_item':
    case 'item_not_sellable':
    case 'not_rentable':
    case 'not_rented':
    case 'not_in_shop':
      return { code: rejection.code, params: { item_id: rejection.itemId } }
    case 'item_not_frozen':
      return { code: rejection.code, params: { item_id: rejection.itemId } }
    case 'trading_frozen':
      return { code: rejection.code, params: { reason: rejection.reason } }
    case 'item_frozen':
      return { code: rejection.code, params: { item_id: rejection.itemId, reason: rejection.reason } }
    case 'not_enough_items': {
      const name = nameOf(pack, rejection.itemId)
      return { code: 'not_enough_items', params: { name, item_id: rejection.itemId, missing: rejection.missing } }
    }
    case 'missing_ingredients':
      return { code: 'not_enough_items', params: paramsOfMissing(rejection.missing, pack) }
    case 'recipe_not_found':
      return { code: 'recipe_not_found', params: { receipt_id: rejection.recipeId } }
    case 'options_missing':
      return { code: 'options_missing', params: { slot: rejection.slot } }
    case 'option_not_available':
      return { code: 'option_not_available', params: { item_id: rejection.itemId } }
    case 'content_in_use':
      return { code: 'content_in_use', params: { items: rejection.itemIds.slice(0, NAMED_MAX).join(', ') } }
    case 'queue_full':
      return { code: 'queue_full', params: { max: rejection.max } }
    case 'job_not_found':
    case 'craft_not_cancellable':
      return { code: rejection.code, params: { id: rejection.jobId } }
    case 'not_enough_coins':
      return { code: 'not_enough_coins', params: { missing: rejection.missing } }
    case 'market_moved':
      return { code: 'market_moved', params: { available: rejection.available } }
    case 'lot_too_large':
    case 'too_many_lots':
    case 'too_many_watched_items':
    case 'too_many_alerts':
      return { code: rejection.code, params: { max: rejection.max } }
    case 'lot_not_found':
    case 'would_match_own_lot':
      return { code: rejection.code, params: { lot_uuid: rejection.lotId } }
    case 'alert_not_found':
      return { code: rejection.code, params: { alert_id: rejection.alertId } }
    case 'amount_too_small':
      return { code: 'amount_too_small', params: { min: rejection.min } }
    case 'too_many_exchanges':
      return { code: 'too_many_exchanges', params: { max: rejection.max } }
    case 'oneself':
      return { code: 'invalid_input', params: { detail: 'oneself' } }
    case 'too_many_requests':
      return { code: 'too_many_requests', params: { limit: rejection.limit, max: rejection.max } }
    case 'too_soon':
      return { code: 'too_soon', params: { retry_at: toSecondsBy(rejection.untilMs) } }
    case 'trade_ended':
      return { code: 'trade_ended', params: { trade_status: rejection.status } }
    case 'trade_changed':
      return { code: 'trade_changed', params: { revision: rejection.revision } }
    case 'too_many_trade_items':
      return { code: rejection.code, params: { max: rejection.max } }
    case 'item_not_tradable':
      return { code: rejection.code, params: { item_id: rejection.itemId } }
    case 'user_blocked':
    case 'user_not_blocked':
    case 'already_friends':
    case 'not_friends':
    case 'invitation_not_found':
    case 'trade_not_found':
    case 'trade_empty':
    case 'no_exchange':
    case 'exchange_not_found':
    case 'amount_too_large':
    case 'price_unchanged':
    case 'no_energy':
    case 'no_roulette':
    case 'partner_frozen':
    case 'content_not_found':
    case 'content_changed':
    case 'content_needs_restart':
    case 'economy_frozen':
    case 'idempotency_conflict':
    case 'unavailable':
    case 'internal':
      return { code: rejection.code }
  }
}

/** Every missing item with have and need: in words, and as `id:have/need` for clients that translate. */
function paramsOfMissing(missing: readonly MissingIngredient[], pack: ContentPack): ErrorParams {
  const [first] = missing
  return {
    name: missing.map(({ itemId, have, need }) => `${nameOf(pack, itemId)} ${have}/${need}`).join(', '),
    items: missing.map(({ itemId, have, need }) => `${itemId}:${have}/${need}`).join(','),
    ...(first === undefined ? {} : { item_id: first.itemId, missing: first.need - first.have }),
  }
}

function nameOf(pack: ContentPack, itemId: number): string {
  return pack.itemById.get(itemId)?.names.en ?? `Item #${itemId}`
}
