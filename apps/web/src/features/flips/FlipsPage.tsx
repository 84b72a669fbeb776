import { useTranslation } from 'react-i18next'
import pages from '#shared/ui/TablePage.module.css'
import { useAddressView } from '#shared/ui/use-address-view.ts'
import { useTitle } from '#shared/ui/use-title.ts'
import { FlipFilters } from './components/FlipFilters.tsx'
import { FlipTable } from './components/FlipTable.tsx'
import styles from './FlipsPage.module.css'
import { useFlips } from './hooks/use-flips.ts'
import { listFlips, readFlipView, writeFlipView } from './model/flip-view.ts'

/** Items that can be bought and resold at a profit; the filters are in the URL. */
export function FlipsPage() {
  const { t } = useTranslation('flips')
  useTitle(t('title'))
  const [view, change] = useAddressView({ read: readFlipView, write: writeFlipView, navigation: { replace: true } })
  const { flips, error, retry } = useFlips()
  const listed = flips === undefined ? undefined : listFlips(flips, view)
  return (
    <div className={pages['page']}>
      <h2 className={pages['title']}>{t('title')}</h2>
      <p className={styles['note']}>{t('note')}</p>
      <FlipFilters view={view} onChange={change} />
      <FlipTable
        flips={listed}
        emptyText={t(flips?.length === 0 ? 'empty' : 'nothing_passes')}
        error={error}
        onRetry={retry}
      />
    </div>
  )
}
