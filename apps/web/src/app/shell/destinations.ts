import {
  IconBackpack,
  IconBuildingBank,
  IconBuildingStore,
  IconDice5,
  IconHammer,
  IconHome,
  IconPlant2,
  IconReceipt,
  IconShovel,
  IconTags,
} from '@tabler/icons-react'

/**
 * Destinations of the main menu, with short labels for a phone's bar. Destinations that are a tab away elsewhere are in
 * the rail only.
 */
export const DESTINATIONS = [
  { to: '/', label: 'menu.main', short: 'menu.short.main', Icon: IconHome },
  { to: '/marketplace/market', label: 'menu.marketplace', short: 'menu.short.marketplace', Icon: IconBuildingStore },
  { to: '/marketplace/my-listings', label: 'menu.my_listings', short: null, Icon: IconTags },
  { to: '/marketplace/history', label: 'menu.trading_history', short: null, Icon: IconReceipt },
  { to: '/craft/receipts', label: 'menu.craft', short: 'menu.short.craft', Icon: IconHammer },
  { to: '/factory/receipts', label: 'menu.factory', short: 'menu.short.factory', Icon: IconPlant2 },
  { to: '/harvest/receipts', label: 'menu.harvesting', short: 'menu.short.harvesting', Icon: IconShovel },
  { to: '/rent', label: 'menu.rent', short: null, Icon: IconBuildingBank },
  { to: '/roulette/wheel', label: 'menu.roulette', short: null, Icon: IconDice5 },
  { to: '/inventory/page', label: 'menu.inventory', short: 'menu.short.inventory', Icon: IconBackpack },
] as const

/** Pages that are tabs of others, for search by name. */
export const OTHER_DESTINATIONS = [
  { to: '/marketplace/portfolio', label: 'menu.portfolio' },
  { to: '/marketplace/flips', label: 'menu.flips' },
  { to: '/marketplace/exchange', label: 'menu.exchange' },
] as const
