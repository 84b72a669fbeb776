import { asRecipeId, versionOf, type Catalogue, type EntityIds, type RecipeInUse, type World } from '@clutch/economy'
import { toCatalogue } from '../../content/to-catalogue.ts'
import type { Statement } from '../../store/statement.ts'
import type { EntityLoader, Row } from '../../writer/area.ts'
import { QUEUE_CODES } from '../jobs/codes.ts'
import { packOf } from './stored-contents.ts'
import { PlayerSeeds, toRouletteTerms, wheelOf } from '../roulette/wheel.ts'

/** Code of harvests, distinct from the codes of the queues. */
const HARVEST_CODE = -1

/** Recipes of unfinished work, each with the content version under which it was started. */
export const RECIPES_IN_USE = `select queue, recipe_id, content_version from job group by queue, recipe_id, content_version
  union all
  select ${HARVEST_CODE}, recipe_id, content_version from harvest_group group by recipe_id, content_version`

/** Parses a row of `RECIPES_IN_USE`. */
export function toRecipeInUse({ queue, recipe_id, content_version }: Row): RecipeInUse {
  const code = Number(queue)
  const kind = code === HARVEST_CODE ? 'harvest' : code === QUEUE_CODES.craft ? 'craft' : 'factory'
  return { kind, recipeId: asRecipeId(Number(recipe_id)), version: Number(content_version) }
}

/** Loads a new content version. Read after all earlier commits, so that the recipes in use are complete. */
export const contentLoads: EntityLoader<EntityIds['content_load']> = {
  statements: (loadIds) => [
    selectPacks(loadIds.map(digestOf)),
    { name: 'select-recipes-in-use', text: RECIPES_IN_USE, values: [] },
    SELECT_SEEDS,
  ],
  add(world, loadIds, [packs = [], inUse = [], secrets = []]) {
    for (const loadId of loadIds) {
      const catalogue = catalogueOf(packs, digestOf(loadId), secrets)
      world.contentLoads.set(loadId, catalogue && { catalogue, inUse: inUse.map(toRecipeInUse) })
    }
  },
}

/** Gives a newly opened world its active content and the versions that unfinished work was started under. */
export async function openContents(
  world: World,
  read: (statements: readonly Statement[]) => Promise<readonly (readonly Row[])[]>,
): Promise<void> {
  const [versions = []] = await read([SELECT_VERSIONS])
  const present = versions.find(({ is_present }) => is_present === true)
  if (present === undefined) return
  const isKnown = Number(present['version']) === versionOf(world.catalogue)
  const wanted = versions.filter((version) => version !== present || !isKnown)
  const [packs = [], secrets = []] =
    wanted.length === 0 ? [] : await read([selectPacks(wanted.map(({ digest }) => String(digest))), SELECT_SEEDS])
  const find = ({ digest }: Row) => catalogueOf(packs, String(digest), secrets)
  const catalogue = isKnown ? world.catalogue : (find(present) ?? world.catalogue)
  const past = wanted.flatMap((version) => {
    const found = version === present ? undefined : find(version)
    return found === undefined ? [] : [[Number(version['version']), found] as const]
  })
  world.adoptCatalogue({ ...catalogue, contents: { version: Number(present['version']), past: new Map(past) } })
}

/** The pack's digest, which is the first part of an attempt's id. */
function digestOf(loadId: string): string {
  return loadId.split('/', 1).join()
}

function catalogueOf(packs: readonly Row[], digest: string, [seeds]: readonly Row[]): Catalogue | undefined {
  const row = packs.find((each) => each['digest'] === digest)
  const pack = row && packOf(row['files'])
  if (pack === undefined) return undefined
  const wheel = wheelOf(pack)
  // Spins must not be drawn without the secret.
  if (wheel !== undefined && seeds === undefined) return undefined
  const terms = wheel && toRouletteTerms(wheel, new PlayerSeeds(String(seeds?.['secret'])))
  return toCatalogue(pack, terms)
}

function selectPacks(digests: readonly string[]): Statement {
  return {
    name: 'select-content-packs',
    text: 'select digest, files from content_pack where digest = any($1::text[])',
    values: [digests],
  }
}

const SELECT_SEEDS: Statement = {
  name: 'select-roulette-secret',
  text: `select secret from server_secret where name = 'roulette'`,
  values: [],
}

const SELECT_VERSIONS: Statement = {
  name: 'select-content-versions',
  text: `with present as (select max(version) as version from content_version)
    select known.version, known.digest, known.version = present.version as is_present
    from content_version as known cross join present
    where known.version = present.version
      or known.version in (select content_version from job union select content_version from harvest_group)`,
  values: [],
}
