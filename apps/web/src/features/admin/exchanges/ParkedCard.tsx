import type { ExchangeRequest, ParkedExchange } from '@clutch/contract'
import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/format/use-format.ts'
import { lazyChunk } from '#shared/loading/lazy-chunk.tsx'
import { Button } from '#shared/ui/Button.tsx'
import type { Column } from '#shared/ui/DataRow.tsx'
import { DataTable } from '#shared/ui/DataTable.tsx'
import { serverNowSec } from '#shared/timing/server-clock.ts'
import styles from '../AdminPanel.module.css'
import { Evidence } from './Evidence.tsx'
import own from './Exchanges.module.css'
import { openRequest } from './decision-effect.ts'
import { Disclosure } from '#shared/ui/Disclosure.tsx'

const DecisionDialog = lazyChunk(async () => (await import('./DecisionDialog.tsx')).DecisionDialog)

interface ParkedCardProps {
  readonly path: string
  readonly exchange: ParkedExchange
  readonly onDecided: (result: string) => void
}

/** One parked exchange: player, amount, why it is parked, its evidence, and both decisions. */
export function ParkedCard({ path, exchange, onDecided }: ParkedCardProps) {
  const { t } = useTranslation(['support', 'exchange'])
  const format = useFormat()
  const [verdict, setVerdict] = useState<boolean | null>(null)
  const [isShown, setShown] = useState(false)
  const [openedAtSec] = useState(serverNowSec)
  const { id, name, steam_id, direction, currency, created_at, parked_at, why } = exchange
  const store = `${format.exact(exchange.store_count)} ${t(`exchange:coin.${currency}`)}`
  const coins = `${format.exact(exchange.coins)} ${t('exchange:coin.coin')}`
  const [given, got] = direction === 'to_steam' ? [coins, store] : [store, coins]
  return (
    <section className={styles['card']} aria-label={t('parked.of', { name })}>
      <div className={own['head']}>
        <h3 className={styles['name']}>
          <Link to={path} search={{ steam_id }}>
            {name}
          </Link>
        </h3>
        <span className={own['amounts']}>
          {given} <span aria-hidden="true">→</span> <span className="visually-hidden">{t('exchange:into')}</span> {got}
        </span>
      </div>
      <p>{t(`parked.why.${why}`)}</p>
      <p className={styles['fine']}>
        {t('parked.begun', {
          time: format.dateTime(created_at),
          age: format.age(Math.max(0, openedAtSec - created_at)),
          parked: format.dateTime(parked_at),
        })}
      </p>
      <RequestTable exchange={exchange} />
      <Disclosure summary={t('parked.evidence')} onToggle={setShown}>
        {isShown && <Evidence exchangeId={id} />}
      </Disclosure>
      <div className={styles['buttons']}>
        <Button look="accent" onClick={() => setVerdict(true)} disabled={openRequest(exchange) === undefined}>
          {t('parked.was_done')}
        </Button>
        <Button onClick={() => setVerdict(false)}>{t('parked.was_not_done')}</Button>
      </div>
      <Suspense>
        {verdict !== null && (
          <DecisionDialog
            exchange={exchange}
            wasDone={verdict}
            onDecided={onDecided}
            onClose={() => setVerdict(null)}
          />
        )}
      </Suspense>
    </section>
  )
}

/** The requests to look up on the platform. */
function RequestTable({ exchange: { requests } }: { readonly exchange: ParkedExchange }) {
  const { t } = useTranslation(['support', 'exchange'])
  const format = useFormat()
  const columns: readonly Column<ExchangeRequest>[] = [
    {
      key: 'id',
      head: t('parked.request_id'),
      isName: true,
      className: own['requests'],
      renderCell: ({ request_id }) => <code>{request_id}</code>,
    },
    { key: 'stack', head: t('parked.stack'), renderCell: ({ stack_id }) => <code>{stack_id ?? '–'}</code> },
    { key: 'coins', head: t('parked.coins'), look: 'number', renderCell: ({ coins }) => format.exact(coins) },
    { key: 'attempts', head: t('parked.attempts'), look: 'number', renderCell: (row) => format.exact(row.attempts) },
    { key: 'state', head: t('parked.state'), renderCell: ({ state }) => t(`parked.request_state.${state}`) },
  ]
  return (
    <DataTable
      label={t('parked.requests')}
      columns={columns}
      rows={requests}
      keyOf={({ request_id }) => request_id}
      empty={<p className={styles['fine']}>{t('parked.no_requests')}</p>}
    />
  )
}
