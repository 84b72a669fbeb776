import type { Simulation } from '@clutch/contract'
import { SIMULATED_RUNS_MAX } from '@clutch/contract/constants'
import { IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { callApi } from '../api/api.ts'
import { useItemName } from '../catalogue/use-item-name.ts'
import { useFormat } from '../format/use-format.ts'
import { Button } from '../ui/Button.tsx'
import { Modal } from '../ui/Modal.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { ErrorState } from '../ui/States.tsx'
import { ChangesTable, QuantilesTable } from './ChangesTable.tsx'
import { Histogram } from './Histogram.tsx'
import type { Start } from './WhatIfButton.tsx'
import styles from './WhatIfDialog.module.css'

const BASIS_POINTS = 10_000

interface WhatIfDialogProps {
  readonly name: string
  readonly start: Start
  readonly onClose: () => void
}

/** Simulates starting this many times with the real rules (rules §10). */
export function WhatIfDialog({ name, start, onClose }: WhatIfDialogProps) {
  const { t } = useTranslation('simulation')
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['simulation', start],
    queryFn: ({ signal }) => callApi('POST /sim/run', { ...start, runs: SIMULATED_RUNS_MAX }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  return (
    <Modal title={t('title', { name })} width="table" isOpen onClose={onClose}>
      {error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton />}
      {data !== undefined && (
        <div className={styles['body']}>
          <Summary simulation={data} count={'count' in start ? start.count : undefined} />
          {data.draws === 0 && <p className={styles['note']}>{t('luck.certain')}</p>}
          {data.coins.min < data.coins.max && (
            <>
              <Histogram bins={data.histogram} />
              <QuantilesTable amounts={data.coins} />
            </>
          )}
          <ChangesTable items={data.items} />
          <Unpriced itemIds={data.unpriced_item_ids} />
          <div>
            <Button isPending={isFetching} onClick={() => void refetch()}>
              <IconRefresh size={18} stroke={1.6} aria-hidden="true" />
              {t('again')}
            </Button>
          </div>
        </div>
      )}
    </Modal>
  )
}

interface SummaryProps {
  readonly simulation: Simulation
  readonly count: number | undefined
}

function Summary({ simulation: { runs, draws, coins, loss_chance, loss_chance_error }, count }: SummaryProps) {
  const { t } = useTranslation('simulation')
  const format = useFormat()
  const percent = (share: number): string => format.percent(Math.round(share * BASIS_POINTS))
  return (
    <>
      <p>
        {count !== undefined && count > 1 && `${t('at_once', { count, amount: format.exact(count) })} `}
        {t('explain', { runs: format.exact(runs), draws: format.exact(draws) })}
      </p>
      <dl className={styles['facts']}>
        <div>
          <dt>{t('expected')}</dt>
          <dd data-sign={Math.sign(coins.expected)}>{format.signed(Math.round(coins.expected))}</dd>
        </div>
        <div>
          <dt>{t('worst')}</dt>
          <dd>{format.signed(coins.min)}</dd>
        </div>
        <div>
          <dt>{t('best')}</dt>
          <dd>{format.signed(coins.max)}</dd>
        </div>
        <div>
          <dt>{t('loss')}</dt>
          <dd>
            {percent(loss_chance)}
            {loss_chance_error > 0 && <small> {t('give_or_take', { error: percent(loss_chance_error) })}</small>}
          </dd>
        </div>
      </dl>
    </>
  )
}

function Unpriced({ itemIds }: { readonly itemIds: readonly number[] }) {
  const { t } = useTranslation('simulation')
  const nameOf = useItemName()
  if (itemIds.length === 0) return null
  return <p className={styles['note']}>{t('unpriced', { names: itemIds.map(nameOf).join(', ') })}</p>
}
