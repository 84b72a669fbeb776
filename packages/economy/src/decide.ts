import type { Command, DecisionContext } from './command.ts'
import { decideStartCraft } from './craft/decide-start-craft.ts'
import { decideActivateEnergy } from './energy/decide-activate-energy.ts'
import type { EconomyEvent } from './event.ts'
import { decideStartFactory } from './factory/decide-start-factory.ts'
import { decideGrant, decideRegisterPlayer } from './grants/decide-grant.ts'
import { decideSetHarvest } from './harvest/decide-set-harvest.ts'
import { decideCancelLot } from './market/decide-cancel-lot.ts'
import { decideChangeLotPrice } from './market/decide-change-lot-price.ts'
import { decidePlaceLot } from './market/decide-place-lot.ts'
import {
  decideCreatePriceAlert,
  decideDeletePriceAlert,
  decideFirePriceAlert,
  decideMarkNoticesRead,
  decideWatchItem,
} from './notices/decide-notices.ts'
import { decideCancelJob } from './production/decide-cancel-job.ts'
import type { Rejection } from './rejection.ts'
import type { Result } from './result.ts'
import type { World } from './world.ts'

/** Decides a command against the world and changes nothing. Everything `needsOf` names must be loaded. */
export function decide(world: World, command: Command, context: DecisionContext): Result<EconomyEvent[], Rejection> {
  switch (command.type) {
    case 'place_lot':
      return decidePlaceLot(world, command, context)
    case 'cancel_lot':
      return decideCancelLot(world, command, context)
    case 'change_lot_price':
      return decideChangeLotPrice(world, command, context)
    case 'grant':
      return decideGrant(world, command, context)
    case 'register_player':
      return decideRegisterPlayer(world, command, context)
    case 'watch_item':
      return decideWatchItem(world, command, context)
    case 'create_price_alert':
      return decideCreatePriceAlert(world, command, context)
    case 'delete_price_alert':
      return decideDeletePriceAlert(world, command)
    case 'fire_price_alert':
      return decideFirePriceAlert(world, command, context)
    case 'mark_notices_read':
      return decideMarkNoticesRead(command, context)
    case 'start_craft':
      return decideStartCraft(world, command, context)
    case 'start_factory':
      return decideStartFactory(world, command, context)
    case 'cancel_job':
      return decideCancelJob(world, command, context)
    case 'set_harvest':
      return decideSetHarvest(world, command)
    case 'activate_energy':
      return decideActivateEnergy(world, command, context)
  }
}
