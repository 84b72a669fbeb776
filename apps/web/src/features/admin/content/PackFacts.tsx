import type { PackHead } from '@clutch/contract'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/format/use-format.ts'
import styles from '../AdminPanel.module.css'

/** Digits of the SHA-256 that are shown; the tooltip has all of it. */
const DIGEST_SHOWN = 16

interface PackFactsProps {
  readonly title: string
  readonly pack: PackHead
  /** Unix seconds; undefined for a pack that is not loaded. */
  readonly loadedAt?: number
}

/** Facts about a pack. */
export function PackFacts({ title, pack, loadedAt }: PackFactsProps) {
  const { t } = useTranslation('content')
  const format = useFormat()
  const facts: readonly (readonly [string, string])[] = [
    [t('fact.id'), pack.id],
    [t('fact.version'), pack.version],
    ...(loadedAt === undefined ? [] : [[t('fact.loaded_at'), format.dateTime(loadedAt)] as const]),
    ...Object.entries(pack.counts).map(([name, count]) => [t(`kinds.${name}`), format.exact(count)] as const),
  ]
  return (
    <section className={styles['card']} aria-label={title}>
      <h3 className={styles['name']}>
        {title}: {pack.name}
      </h3>
      <dl className={styles['fields']}>
        {facts.map(([name, value]) => (
          <div key={name} className={styles['field']}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        <div className={styles['field']}>
          <dt>{t('fact.digest')}</dt>
          <dd title={pack.digest}>{pack.digest.slice(0, DIGEST_SHOWN)}</dd>
        </div>
      </dl>
    </section>
  )
}
