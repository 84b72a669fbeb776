import type { Opening } from '@clutch/contract'
import { useTranslation } from 'react-i18next'
import { useCatalogue } from '../catalogue/catalogue.ts'
import { useItemName } from '../catalogue/use-item-name.ts'
import { useFormat } from '../format/use-format.ts'
import { ItemTile } from '../ui/ItemTile.tsx'
import styles from './Odds.module.css'
import type { OddsTable } from './odds-tables.ts'
import { Disclosure } from '../ui/Disclosure.tsx'

const TILE_SIZE = 22
/** Maximum depth of nested contents shown; packs nest two or three levels. */
const DEPTH_MAX = 6

interface OddsProps {
  readonly tables: readonly OddsTable[]
}

/** Contents of bundles and generators: quantities, or exact chances including that of nothing (rules §3). */
export function Odds({ tables }: OddsProps) {
  const { t } = useTranslation('production')
  const format = useFormat()
  const nameOf = useItemName()
  if (tables.length === 0) return null
  return (
    <section className={styles['odds']} aria-label={t('odds.title')}>
      <h3 className={styles['title']}>{t('odds.title')}</h3>
      {tables.map(({ itemId, isChance, min, max, entries }) => (
        <div key={itemId}>
          <p className={styles['source']}>
            {nameOf(itemId)}
            {isChance && (
              <span className={styles['draws']}>
                {max === 1 ? t('odds.one_draw') : t('odds.draws', { amount: format.range(min, max) })}
              </span>
            )}
          </p>
          <Entries itemId={itemId} isChance={isChance} entries={entries} depth={0} />
        </div>
      ))}
    </section>
  )
}

interface EntriesProps {
  readonly itemId: number
  readonly isChance: boolean
  readonly entries: readonly Opening[]
  readonly depth: number
}

function Entries({ itemId, isChance, entries, depth }: EntriesProps) {
  const { t } = useTranslation('production')
  const nameOf = useItemName()
  return (
    <ul className={styles['entries']} aria-label={t('odds.of', { name: nameOf(itemId) })}>
      {entries.map((entry) => (
        <Entry key={entry.item_id} entry={entry} isChance={isChance} depth={depth} />
      ))}
    </ul>
  )
}

interface EntryProps {
  readonly entry: Opening
  readonly isChance: boolean
  readonly depth: number
}

function Entry({ entry, isChance, depth }: EntryProps) {
  const { t } = useTranslation('production')
  const format = useFormat()
  const chance = useChance()
  const nameOf = useItemName()
  const { data: catalogue } = useCatalogue()
  const item = catalogue?.byId.get(entry.item_id)
  const opens = (item?.Opens.length ?? 0) > 0 && depth < DEPTH_MAX
  const exact = { weight: format.exact(entry.weight), total: format.exact(entry.total_weight) }
  const line = (
    <>
      {entry.is_nothing ? <span className={styles['void']} /> : <ItemTile item={item} size={TILE_SIZE} />}
      <span className={styles['name']}>{entry.is_nothing ? t('odds.nothing') : nameOf(entry.item_id)}</span>
      <span className={styles['share']} title={isChance ? t('odds.exact', exact) : undefined}>
        {isChance ? chance(entry.weight, entry.total_weight) : `×${format.exact(entry.count)}`}
      </span>
    </>
  )
  if (!opens) return <li className={styles['entry']}>{line}</li>
  return (
    <li>
      <Disclosure summary={<span className={styles['entry']}>{line}</span>} summaryClassName={styles['opener']}>
        <Entries
          itemId={entry.item_id}
          isChance={item?.Type === 'generator'}
          entries={item?.Opens ?? []}
          depth={depth + 1}
        />
      </Disclosure>
    </li>
  )
}

const BASIS_POINTS = 10_000

/**
 * Formats a chance given as a weight out of a total; one too small for two decimals is shown as a bound instead of 0.
 */
function useChance(): (weight: number, total: number) => string {
  const { t } = useTranslation('production')
  const format = useFormat()
  return (weight, total) => {
    const basisPoints = (weight * BASIS_POINTS) / total
    return basisPoints < 1 ? t('odds.tiny', { chance: format.percent(1) }) : format.percent(basisPoints)
  }
}
