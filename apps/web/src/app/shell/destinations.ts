import {
  IconBackpack,
  IconBuildingStore,
  IconHammer,
  IconHome,
  IconPlant2,
  IconReceipt,
  IconShovel,
  IconTags,
} from '@tabler/icons-react'

/**
 * The places of the main menu. A phone's bar has no room for those that are a tab away: they stand in the rail only.
 */
export const DESTINATIONS = [
  { to: '/', label: 'menu.main', Icon: IconHome, isInBar: true },
  { to: '/marketplace/market', label: 'menu.marketplace', Icon: IconBuildingStore, isInBar: true },
  { to: '/marketplace/my-listings', label: 'menu.my_listings', Icon: IconTags, isInBar: false },
  { to: '/marketplace/history', label: 'menu.trading_history', Icon: IconReceipt, isInBar: false },
  { to: '/craft/receipts', label: 'menu.craft', Icon: IconHammer, isInBar: true },
  { to: '/factory/receipts', label: 'menu.factory', Icon: IconPlant2, isInBar: true },
  { to: '/harvest/receipts', label: 'menu.harvesting', Icon: IconShovel, isInBar: true },
  { to: '/inventory/page', label: 'menu.inventory', Icon: IconBackpack, isInBar: true },
] as const
