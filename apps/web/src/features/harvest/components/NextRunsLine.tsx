import { useTranslation } from 'react-i18next'
import { useItemName } from '#shared/catalogue/use-item-name.ts'
import { useFormat } from '#shared/format/use-format.ts'
import type { NextRuns } from '../hooks/use-next-runs.ts'
import type { HarvestStatus } from '../model/status.ts'
import styles from './NextRunsLine.module.css'

interface NextRunsLineProps {
  readonly nextRuns: NextRuns | undefined
  readonly status: HarvestStatus
}

/** What the stock allows right now: how many runs could begin, or what they lack. */
export function NextRunsLine({ nextRuns, status }: NextRunsLineProps) {
  const { t } = useTranslation(['harvest', 'production'])
  const format = useFormat()
  const nameOf = useItemName()
  if (nextRuns === undefined) return <p className={styles['line']}>{t('select_items')}</p>
  const { count, missing } = nextRuns
  if (count > 0) return <p className={styles['line']}>{t('ready', { count, amount: format.exact(count) })}</p>
  if (missing.length > 0) {
    const names = missing.map(nameOf).join(', ')
    return (
      <p className={styles['line']} data-short={status !== 'running'}>
        {t('production:recipe.not_enough', { names })}
      </p>
    )
  }
  return status === 'running' ? null : <p className={styles['line']}>{t('no_run')}</p>
}
