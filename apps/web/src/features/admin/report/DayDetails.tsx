import type { EconomyDayDetails, NamedPlayer } from '@clutch/contract'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useItemName } from '#shared/catalogue/use-item-name.ts'
import { useFormat } from '#shared/format/use-format.ts'
import type { Column } from '#shared/ui/DataRow.tsx'
import { DataTable } from '#shared/ui/DataTable.tsx'
import { Price } from '#shared/ui/Price.tsx'
import { Skeleton } from '#shared/ui/Skeleton.tsx'
import { EmptyState, ErrorState } from '#shared/ui/States.tsx'
import { useEconomyDay } from './economy-report.ts'
import styles from './Report.module.css'

interface DayDetailsProps {
  readonly timeSlot: string
  /** Base path of links to players. */
  readonly path: string
}

/** A day's flows by kind, its most traded items, and its suspicions. */
export function DayDetails({ timeSlot, path }: DayDetailsProps) {
  const { t } = useTranslation('report')
  const format = useFormat()
  const { data, error, refetch } = useEconomyDay(timeSlot)
  const title = t('day.title', { day: format.day(timeSlot) })
  return (
    <section className={styles['details']} aria-label={title}>
      <h3>{title}</h3>
      {data === undefined ? (
        error === null ? (
          <Skeleton />
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} />
        )
      ) : data.day === null ? (
        <EmptyState>{t('table.none')}</EmptyState>
      ) : (
        <Filled day={data.day} players={data.players} path={path} />
      )}
    </section>
  )
}

interface FilledProps {
  readonly day: EconomyDayDetails
  readonly players: readonly NamedPlayer[]
  readonly path: string
}

type Of<Name extends 'flows' | 'top_items' | 'wash_trades' | 'gift_trades' | 'outliers'> =
  EconomyDayDetails[Name][number]

function Filled({ day, players, path }: FilledProps) {
  const { t } = useTranslation(['report', 'inventory'])
  const format = useFormat()
  const nameOf = useItemName()
  const kindName = (kind: string) => t(`inventory:history.kinds.${kind}`)
  const byId = new Map(players.map((player) => [player.user_uuid, player]))
  const linkTo = (userId: string): ReactNode => {
    const player = byId.get(userId)
    return player === undefined ? (
      userId
    ) : (
      <Link key={userId} to={path} search={{ steam_id: player.steam_id }}>
        {player.name}
      </Link>
    )
  }
  const number = <Row,>(key: string, head: string, read: (row: Row) => number): Column<Row> => ({
    key,
    head,
    look: 'number',
    sortBy: read,
    renderCell: (row) => format.exact(read(row)),
  })
  const item = <Row extends { readonly item_id: number }>(): Column<Row> => ({
    key: 'item',
    head: t('day.item'),
    isName: true,
    renderCell: ({ item_id }) => nameOf(item_id),
  })
  const flows: readonly Column<Of<'flows'>>[] = [
    { key: 'kind', head: t('day.kind'), isName: true, renderCell: ({ kind }) => kindName(kind) },
    coins('minted', t('figures.minted'), ({ minted }) => minted),
    coins('burned', t('figures.burned'), ({ burned }) => burned),
    number('operations', t('day.operations'), ({ operations }) => operations),
  ]
  const top: readonly Column<Of<'top_items'>>[] = [
    item(),
    coins('coins', t('figures.volume'), (row) => row.coins),
    number('count', t('day.count'), ({ count }) => count),
  ]
  const wash: readonly Column<Of<'wash_trades'>>[] = [
    item(),
    {
      key: 'members',
      head: t('day.members'),
      className: styles['names'],
      renderCell: ({ members }) => members.map((id, index) => [index > 0 && ', ', linkTo(id)]),
    },
    { key: 'window', head: t('day.window'), renderCell: ({ window }) => t(`day.within.${window}`) },
    number('trades', t('day.trades'), ({ trades }) => trades),
    coins('coins', t('figures.volume'), (row) => row.coins),
  ]
  const gifts: readonly Column<Of<'gift_trades'>>[] = [
    item(),
    { key: 'seller', head: t('day.seller'), renderCell: ({ seller_id }) => linkTo(seller_id) },
    { key: 'buyer', head: t('day.buyer'), renderCell: ({ buyer_id }) => linkTo(buyer_id) },
    number('count', t('day.count'), ({ count }) => count),
    coins('price', t('day.price'), (row) => Math.round(row.coins / row.count)),
    coins('fair', t('day.fair'), ({ fair_price }) => fair_price),
  ]
  const outliers: readonly Column<Of<'outliers'>>[] = [
    {
      key: 'figure',
      head: t('day.figure'),
      isName: true,
      renderCell: ({ figure, subject }) => (
        <>
          {t(`outlier.${figure}`)}{' '}
          {figure.startsWith('item_') ? nameOf(Number(subject)) : subject !== '' && kindName(subject)}
        </>
      ),
    },
    number('value', t('day.value'), ({ value }) => value),
    { key: 'median', head: t('day.median'), look: 'number', renderCell: ({ median }) => format.average(median) },
    {
      key: 'score',
      head: t('day.score'),
      look: 'number',
      renderCell: ({ score }) => (score === null ? t('day.new') : format.average(score)),
    },
  ]
  return (
    <>
      {day.item_residuals.length > 0 && (
        <p role="alert" className={styles['card']} data-state="broken">
          {t('day.item_residuals', {
            items: day.item_residuals
              .map(({ item_id, residual }) => `${nameOf(item_id)} ${format.signed(residual)}`)
              .join(', '),
          })}
        </p>
      )}
      <div className={styles['pairs']}>
        <Block title={t('day.flows')} columns={flows} rows={day.flows} keyOf={({ kind }) => kind} />
        <Block title={t('day.top')} columns={top} rows={day.top_items} keyOf={({ item_id }) => String(item_id)} />
      </div>
      <div className={styles['pairs']}>
        <Block
          title={t('day.wash')}
          columns={wash}
          rows={day.wash_trades}
          keyOf={({ item_id, window, members }) => `${item_id} ${window} ${members.join(' ')}`}
        />
        <Block
          title={t('day.gifts')}
          columns={gifts}
          rows={day.gift_trades}
          keyOf={({ item_id, seller_id, buyer_id }) => `${item_id} ${seller_id} ${buyer_id}`}
        />
      </div>
      <Block
        title={t('day.outliers')}
        columns={outliers}
        rows={day.outliers}
        keyOf={({ figure, subject }) => `${figure} ${subject}`}
      />
    </>
  )
}

/** A column of coin amounts. */
function coins<Row>(key: string, head: string, read: (row: Row) => number): Column<Row> {
  return {
    key,
    head,
    look: 'number',
    sortBy: read,
    renderCell: (row) => <Price coins={read(row)} isExact />,
  }
}

interface BlockProps<Row> {
  readonly title: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string
}

function Block<Row>({ title, columns, rows, keyOf }: BlockProps<Row>) {
  const { t } = useTranslation('report')
  return (
    <div className={styles['block']}>
      <h4>{title}</h4>
      <DataTable label={title} columns={columns} rows={rows} keyOf={keyOf} empty={t('day.none')} isFramed />
    </div>
  )
}
