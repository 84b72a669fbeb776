import type { PastSpin, CallResponse } from '@clutch/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/format/use-format.ts'
import { Button } from '#shared/ui/Button.tsx'
import type { Column } from '#shared/ui/DataRow.tsx'
import { DataTable } from '#shared/ui/DataTable.tsx'
import { EmptyState } from '#shared/ui/States.tsx'
import pages from '#shared/ui/TablePage.module.css'
import { useTitle } from '#shared/ui/use-title.ts'
import { seedsQuery, useSpins } from './api/roulette.ts'
import { PrizeLabel } from './components/PrizeLabel.tsx'
import styles from './RoulettePages.module.css'
import { toClaim, verifySpin, type SpinVerdict } from '@clutch/contract/fair'

/** The player's spins; those of revealed seeds are verified in the browser. */
export function SpinHistoryPage() {
  const { t } = useTranslation('roulette')
  const format = useFormat()
  useTitle(t('tabs.history'))
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useSpins()
  const { data: seeds } = useQuery(seedsQuery)
  const spins = data?.pages.flatMap((page) => page.spins)
  const columns: readonly Column<PastSpin>[] = [
    {
      key: 'prize',
      head: t('prize'),
      isName: true,
      renderCell: (spin) => <PrizeLabel itemId={spin.item_id} count={spin.count} />,
    },
    { key: 'time', head: t('time'), look: 'quiet', renderCell: ({ spun_at }) => format.dateTime(spun_at) },
    { key: 'nonce', head: t('fairness.nonce'), look: 'number', renderCell: ({ nonce }) => format.exact(nonce) },
    { key: 'roll', head: t('roll'), look: 'number', renderCell: ({ roll }) => format.exact(roll) },
    {
      key: 'verdict',
      head: t('verdict'),
      renderCell: (spin) => {
        const verdict = seeds === undefined ? 'hidden' : checkSpin(spin, seeds.tables)
        if (verdict === 'hidden') return t('verdicts.hidden')
        return (
          <Link
            to="/roulette/verify"
            search={{
              seed: spin.seed ?? '',
              client: spin.client_seed,
              nonce: String(spin.nonce),
              table: spin.table_hash,
            }}
            className={verdict === 'fair' ? styles['fair'] : styles['unfair']}
          >
            {t(`verdicts.${verdict}`)}
          </Link>
        )
      },
    },
  ]
  return (
    <div className={pages['page']}>
      <p className={styles['note']}>{t('history_note')}</p>
      <DataTable
        label={t('tabs.history')}
        isFramed
        rows={spins}
        error={error}
        onRetry={() => void refetch()}
        keyOf={({ id }) => id}
        empty={
          <EmptyState subject="games" action={<Link to="/roulette/wheel">{t('to_wheel')}</Link>}>
            {t('no_spins')}
          </EmptyState>
        }
        columns={columns}
      />
      {hasNextPage && (
        <Button className={styles['more']} isPending={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('older')}
        </Button>
      )}
    </div>
  )
}

/** What the browser finds about a past spin without the server. */
function checkSpin(spin: PastSpin, tables: CallResponse<'GET /roulette/seeds'>['tables']): SpinVerdict | 'hidden' {
  const claim = toClaim(spin, tables)
  return claim === undefined ? 'hidden' : verifySpin(claim)
}
