import type { EconomyDay } from '@clutch/contract'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/format/use-format.ts'
import { Price } from '#shared/ui/Price.tsx'
import { velocityOf } from './economy-report.ts'
import styles from './Report.module.css'

const SHARE_TO_BASIS_POINTS = 10_000

/** The period's key figures; a residual other than 0 is highlighted. */
export function FigureCards({ days }: { readonly days: readonly EconomyDay[] }) {
  const { t } = useTranslation('report')
  const format = useFormat()
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined) return null
  const sum = (read: (day: EconomyDay) => number) => days.reduce((total, day) => total + read(day), 0)
  const velocity = velocityOf(days)
  const trades = sum((day) => day.trades)
  const residual = sum((day) => Math.abs(day.residual))
  const wealth = days.findLast((day) => day.wealth !== null)?.wealth
  const share = (part: number) => format.percent(Math.round(part * SHARE_TO_BASIS_POINTS))
  const cards = [
    {
      name: 'supply',
      amount: <Price coins={last.supply} />,
      detail: t('cards.in_period', { amount: format.signedPrice(last.supply - first.opening) }),
    },
    { name: 'minted', amount: <Price coins={sum(({ minted }) => minted)} />, detail: t('cards.faucets') },
    { name: 'burned', amount: <Price coins={sum(({ burned }) => burned)} />, detail: t('cards.sinks') },
    { name: 'residual', amount: format.exact(residual), detail: t(residual === 0 ? 'cards.adds_up' : 'cards.broken') },
    {
      name: 'volume',
      amount: <Price coins={sum(({ volume }) => volume)} />,
      detail: t('cards.trades', { count: trades, amount: format.exact(trades) }),
    },
    {
      name: 'velocity',
      amount: velocity === null ? '–' : format.average(velocity),
      detail: t('cards.velocity'),
    },
    {
      name: 'price_index',
      amount: last.price_index === null ? '–' : format.average(last.price_index),
      detail: t('cards.index'),
    },
    ...(wealth === undefined || wealth === null
      ? []
      : [
          {
            name: 'active',
            amount: <Price coins={wealth.active_coins} />,
            detail: t('cards.active', { count: wealth.active_players, all: format.exact(wealth.players) }),
          },
          {
            name: 'returning',
            amount: <Price coins={wealth.returning_coins} />,
            detail: t('cards.leaving', { amount: format.price(wealth.leaving_coins) }),
          },
          {
            name: 'concentration',
            amount: format.average(wealth.gini),
            detail: t('cards.top', { one: share(wealth.top_1), ten: share(wealth.top_10) }),
          },
        ]),
  ]
  return (
    <dl className={styles['cards']}>
      {cards.map(({ name, amount, detail }) => (
        <div
          key={name}
          className={styles['card']}
          data-state={name === 'residual' && residual !== 0 ? 'broken' : undefined}
        >
          <dt>{t(`figures.${name}`)}</dt>
          <dd className={styles['amount']}>{amount}</dd>
          <dd className={styles['detail']}>{detail}</dd>
        </div>
      ))}
    </dl>
  )
}
