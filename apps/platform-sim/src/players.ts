/** A player who may sign in: platform id and displayed name. */
export interface Player {
  readonly steamId: string
  readonly name: string
  /** Shown under the name on the sign-in page. */
  readonly motto: string
}

/** Individual accounts of the platform's public universe: 17 digits. */
export const STEAM_ID = /^7656119\d{10}$/

const NAME_DIGITS = 5

/** Do not change: scripts, seeds and tests rely on these ids. */
export const DEMO_PLAYERS: readonly Player[] = [
  { steamId: '76561198000000101', name: 'Yolanda Brightpan', motto: 'Buys at dawn, sells before breakfast' },
  { steamId: '76561198000000102', name: 'Grim Basket', motto: 'Never counts them before they hatch' },
  { steamId: '76561198000000103', name: 'Tomasz the Tinker', motto: 'Three furnaces, no patience' },
  { steamId: '76561198000000104', name: 'Madame Quill', motto: 'Every curio has a price' },
  { steamId: '76561198000000105', name: 'Ferro', motto: 'Iron in, iron out' },
  { steamId: '76561198000000106', name: 'Little Ostrich', motto: 'New here, be gentle' },
  { steamId: '76561198000000107', name: 'Captain Marrow', motto: 'Rents out relics, asks no questions' },
  { steamId: '76561198000000108', name: 'Ночная Сова', motto: 'Торгует после полуночи' },
  { steamId: '76561198000000109', name: '月見うさぎ', motto: '満月の夜だけ開店' },
  { steamId: '76561198000000110', name: 'Duchess of Pennies', motto: 'Bronze is also money' },
  { steamId: '76561198000000111', name: 'Old Shellback', motto: 'Has held the same lot since spring' },
  { steamId: '76561198000000112', name: 'Pip & Pepper', motto: 'Two players, one account' },
  { steamId: '76561198000000113', name: 'Ağaçkakan', motto: 'Knocks the price down' },
  { steamId: '76561198000000114', name: 'Warden Oriole', motto: 'Keeps the market tidy' },
]

const DEMO_NAMES = new Map(DEMO_PLAYERS.map((player) => [player.steamId, player.name]))

/** The name of any valid id; ids not in the list get a name from their digits. */
export function nameOf(steamId: string): string {
  return DEMO_NAMES.get(steamId) ?? `Player ${steamId.slice(-NAME_DIGITS)}`
}
