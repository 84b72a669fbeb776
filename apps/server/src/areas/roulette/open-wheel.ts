import type { ContentPack } from '@clutch/content'
import type { RouletteTerms } from '@clutch/economy'
import type { Kysely } from 'kysely'
import { readSecret } from '../../auth/server-secrets.ts'
import type { Database } from '../../store/database.ts'
import { savePrizeTable } from './queries.ts'
import { PlayerSeeds, toRouletteTerms, wheelOf, type Wheel } from './wheel.ts'

export interface OpenedWheel {
  /** Undefined, like the terms, for a game without a wheel. */
  readonly wheel: Wheel | undefined
  readonly terms: RouletteTerms | undefined
  readonly seeds: PlayerSeeds
}

/** Opens the pack's wheel with this server's seeds, and stores its prize table before any spin can use it. */
export async function openWheel(db: Kysely<Database>, pack: ContentPack): Promise<OpenedWheel> {
  const seeds = new PlayerSeeds(await readSecret(db, 'roulette'))
  const wheel = wheelOf(pack)
  if (wheel === undefined) return { wheel, seeds, terms: undefined }
  await savePrizeTable(db, wheel)
  return { wheel, seeds, terms: toRouletteTerms(wheel, seeds) }
}
