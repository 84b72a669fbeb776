import type { RouletteSpin } from '@clutch/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useInventoryLoad } from '#shared/account/inventory.ts'
import { ApiError } from '#shared/api/api-error.ts'
import { useFormat } from '#shared/format/use-format.ts'
import { useCoins, useOwnedCount } from '#shared/live/live-store.ts'
import { SpanBar } from '#shared/chart/SpanBar.tsx'
import { useFairPrices } from '#shared/market/fair-prices.ts'
import { WhatIfButton } from '#shared/simulation/WhatIfButton.tsx'
import { Button } from '#shared/ui/Button.tsx'
import { Skeleton } from '#shared/ui/Skeleton.tsx'
import { EmptyState, ErrorState } from '#shared/ui/States.tsx'
import pages from '#shared/ui/TablePage.module.css'
import { useTitle } from '#shared/ui/use-title.ts'
import { useSpin, useWheel } from './api/roulette.ts'
import { FairnessPanel } from './components/FairnessPanel.tsx'
import { OddsTable } from './components/OddsTable.tsx'
import { PrizeLabel } from './components/PrizeLabel.tsx'
import { Reel } from './components/Reel.tsx'
import { SpinResult } from './components/SpinResult.tsx'
import { chanceToGain, houseEdge, oddsOf, oddsSpans, worthOf } from './model/odds.ts'
import styles from './RoulettePages.module.css'

const SPIN_COUNTS = [1, 10, 100] as const
const BASIS_POINTS = 10_000

/** The wheel: what a spin costs, what it may bring, and the proof that nobody chose it. */
export function WheelPage() {
  const { t } = useTranslation('roulette')
  const format = useFormat()
  useTitle(t('title'))
  useInventoryLoad()
  const { data: wheel, error, refetch } = useWheel()
  const fairPrices = useFairPrices(
    [...(wheel?.prizes ?? []), ...(wheel ? [wheel.cost] : [])].map((each) => each.item_id).filter((id) => id > 0),
  )
  const coins = useCoins() ?? 0
  const owned = useOwnedCount(wheel?.cost.item_id ?? 0)
  const spinning = useSpin()
  const [spins, setSpins] = useState<readonly RouletteSpin[]>([])
  const [isStopped, setStopped] = useState(true)

  if (wheel === undefined) {
    if (error instanceof ApiError && error.code === 'no_roulette')
      return <EmptyState subject="games">{t('no_wheel')}</EmptyState>
    return error === null ? (
      <div className={pages['page']}>
        <Skeleton shape="wheel" />
      </div>
    ) : (
      <ErrorState error={error} onRetry={() => void refetch()} />
    )
  }
  const { cost, prizes } = wheel
  const odds = oddsOf(prizes, fairPrices ?? new Map())
  const costWorth = worthOf(cost, fairPrices ?? new Map())
  const edge = houseEdge(odds, costWorth)
  const purse = cost.item_id === 0 ? coins : owned
  const spin = (count: number) =>
    spinning.run(
      { count },
      {
        onSuccess(outcome) {
          setSpins(outcome.spins)
          setStopped(false)
        },
      },
    )
  const last = spins.at(-1)
  return (
    <div className={pages['page']}>
      <section className={styles['wheel']} aria-label={t('tabs.wheel')}>
        <p className={styles['cost']}>
          {t('cost')} <PrizeLabel itemId={cost.item_id} count={cost.count} size={24} />
        </p>
        <Reel key={last?.id ?? ''} prizes={prizes} prizeIndex={last?.prize_index} onStopped={() => setStopped(true)} />
        <div className={styles['buttons']}>
          {SPIN_COUNTS.map((count) => (
            <Button
              key={count}
              look={count === 1 ? 'accent' : 'plain'}
              isPending={spinning.isPending || !isStopped}
              disabled={purse < cost.count * count}
              onClick={() => spin(count)}
            >
              {t('spin', { count, amount: format.exact(count) })}
            </Button>
          ))}
          <WhatIfButton name={t('title')} start={{ kind: 'roulette', count: 10 }} />
        </div>
        {purse < cost.count && <p className={styles['note']}>{t('cannot_pay')}</p>}
        <div className={styles['result']} aria-live="polite">
          {spins.length === 0 && <p className={styles['note']}>{t('result_place', { tab: t('tabs.history') })}</p>}
          {isStopped && spins.length > 0 && (
            <SpinResult spins={spins} cost={cost} fairPrices={fairPrices ?? new Map()} />
          )}
        </div>
      </section>
      <div className={styles['columns']}>
        <div className={styles['odds']}>
          <h2 className={styles['heading']}>{t('odds')}</h2>
          <p className={styles['note']}>
            {edge === undefined
              ? t('edge_unknown')
              : t('edge', { share: format.percent(Math.round(edge * BASIS_POINTS)) })}
          </p>
          {costWorth !== undefined && edge !== undefined ? (
            <figure className={styles['chances']}>
              <SpanBar spans={oddsSpans(odds, costWorth)} />
              <figcaption className={styles['note']}>
                {t('odds_gain', { share: format.percent(Math.round(chanceToGain(odds, costWorth) * BASIS_POINTS)) })}
              </figcaption>
            </figure>
          ) : (
            fairPrices === undefined && <div className={styles['chances']} />
          )}
          <OddsTable odds={odds} />
        </div>
        <FairnessPanel wheel={wheel} />
      </div>
    </div>
  )
}
