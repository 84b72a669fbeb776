import type { ExchangeWithSteps } from '@clutch/contract'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/format/use-format.ts'
import { Coin } from '#shared/ui/Coin.tsx'
import { Skeleton } from '#shared/ui/Skeleton.tsx'
import { EmptyState, ErrorState } from '#shared/ui/States.tsx'
import { useExchanges } from '../api/exchange.ts'
import { isOver } from '../hooks/use-exchange.ts'
import styles from './ExchangeList.module.css'
import { Disclosure } from '#shared/ui/Disclosure.tsx'

/** The player's exchanges, each with its evidence. One that is under way shows it at once. */
export function ExchangeList() {
  const { t } = useTranslation('exchange')
  const { data, error, refetch } = useExchanges()
  if (data === undefined) {
    return error === null ? <Skeleton /> : <ErrorState error={error} onRetry={() => void refetch()} />
  }
  if (data.length === 0) return <EmptyState subject="history">{t('list.empty')}</EmptyState>
  return (
    <ul className={styles['list']} aria-label={t('list.title')}>
      {data.map((exchange) => (
        <li key={exchange.id}>
          <ExchangeEntry exchange={exchange} />
        </li>
      ))}
    </ul>
  )
}

function ExchangeEntry({ exchange }: { readonly exchange: ExchangeWithSteps }) {
  const { t } = useTranslation('exchange')
  const format = useFormat()
  const { direction, currency, store_count, coins, state, created_at, steps, steps_left_out } = exchange
  const store = { coin: currency, text: t(`shell:wallet.${currency}`, { amount: format.exact(store_count) }) }
  const own = { coin: 'coin', text: t('shell:coins', { count: coins, amount: format.exact(coins) }) } as const
  const [given, got] = direction === 'from_steam' ? ([store, own] as const) : ([own, store] as const)
  return (
    <Disclosure
      className={styles['entry']}
      summaryClassName={styles['summary']}
      isOpenByDefault={!isOver(exchange) || state === 'parked'}
      summary={
        <>
          <span className={styles['amounts']}>
            <Coin coin={given.coin} size={16} />
            {given.text}
            <span aria-hidden="true">→</span>
            <span className="visually-hidden">{t('into')}</span>
            <Coin coin={got.coin} size={16} />
            {got.text}
          </span>
          <span className={styles['state']} data-state={state}>
            {t(`state.${state}`)}
          </span>
          <time className={styles['time']}>{format.dateTime(created_at)}</time>
        </>
      }
    >
      {state === 'parked' && <p className={styles['parked']}>{t('parked_note')}</p>}
      <ol className={styles['steps']}>
        {steps_left_out > 0 && <li>{t('steps_left_out', { amount: format.exact(steps_left_out) })}</li>}
        {steps.map(({ at, kind, leg, detail }, index) => (
          // Steps are only ever added at the end.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={steps_left_out + index}>
            <time>{format.clock(at)}</time> {t(`step.${kind}`, { amount: detail })}
            {leg !== null && exchange.legs > 1 && (
              <span className={styles['detail']}> {t('leg', { amount: format.exact(leg + 1) })}</span>
            )}
            {SHOWS_DETAIL.has(kind) && detail !== '' && <span className={styles['detail']}> ({detail})</span>}
          </li>
        ))}
      </ol>
    </Disclosure>
  )
}

/** Steps for which the platform's reason is shown. */
const SHOWS_DETAIL: ReadonlySet<string> = new Set(['refused', 'no_answer', 'postponed'])
