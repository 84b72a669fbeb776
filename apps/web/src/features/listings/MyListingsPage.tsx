import { useTranslation } from 'react-i18next'
import { useOwnLots } from '#shared/account/own-lots.ts'
import { Skeleton } from '#shared/ui/Skeleton.tsx'
import { ErrorState } from '#shared/ui/States.tsx'
import styles from '#shared/ui/TablePage.module.css'
import { useTitle } from '#shared/ui/use-title.ts'
import { LotSection } from './components/LotSection.tsx'

/** The player's open lots, sell lots and buy lots apart. */
export function MyListingsPage() {
  const { t } = useTranslation('market')
  useTitle(t('tabs.my_listings'))
  const { data, error, refetch } = useOwnLots()
  return (
    <div className={styles['page']}>
      <h2 className={styles['title']}>{t('tabs.my_listings')}</h2>
      {data === undefined && error !== null ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Skeleton shape="sections" />
      ) : (
        (['sell', 'buy'] as const).map((side) => (
          <LotSection
            key={side}
            side={side}
            lots={data.lots.filter(({ type }) => type === side)}
            feeBasisPoints={data.fee_basis_points}
          />
        ))
      )}
    </div>
  )
}
