import { useTranslation } from 'react-i18next'
import { SECOND_MS } from '@clutch/contract/formats'
import { useFormat } from '#shared/format/use-format.ts'
import type { Column } from '#shared/ui/DataRow.tsx'
import { DataTable } from '#shared/ui/DataTable.tsx'
import { Price } from '#shared/ui/Price.tsx'
import type { Point } from '../model/period.ts'
import { Gain } from '#shared/ui/Gain.tsx'

/** Every day of the period, newest first, with what it changed. */
export function DaysTable({ points }: { readonly points: readonly Point[] }) {
  const { t } = useTranslation('portfolio')
  const format = useFormat()
  const dayOf = ({ startSec, isToday }: Point) =>
    isToday ? t('table.today') : format.day(new Date(startSec * SECOND_MS).toISOString())
  const columns: readonly Column<Point>[] = [
    { key: 'day', head: t('table.day'), isName: true, sortBy: ({ startSec }) => startSec, renderCell: dayOf },
    {
      key: 'net_worth',
      head: t('figures.net_worth'),
      look: 'number',
      sortBy: ({ figures }) => figures.net_worth,
      renderCell: ({ figures }) => <Price coins={figures.net_worth} isExact />,
    },
    {
      key: 'change',
      head: t('table.change'),
      look: 'number',
      sortBy: changeOf,
      renderCell: (point) => gainOrDash(changeOf(point)),
    },
    {
      key: 'coins',
      head: t('table.coins'),
      look: 'number',
      sortBy: ({ figures }) => figures.coins,
      renderCell: ({ figures }) => <Price coins={figures.coins} isExact />,
    },
    {
      key: 'items',
      head: t('table.items'),
      look: 'number',
      sortBy: ({ figures }) => figures.items_value,
      renderCell: ({ figures }) => <Price coins={figures.items_value} isExact />,
    },
    {
      key: 'cost_basis',
      head: t('figures.cost_basis'),
      look: 'number',
      sortBy: ({ figures }) => figures.cost_basis,
      renderCell: ({ figures }) => <Price coins={figures.cost_basis} isExact />,
    },
    {
      key: 'realised',
      head: t('table.realised'),
      look: 'number',
      sortBy: realisedOf,
      renderCell: (point) => gainOrDash(realisedOf(point)),
    },
    {
      key: 'unrealised',
      head: t('table.unrealised'),
      look: 'number',
      sortBy: ({ figures }) => figures.unrealised_profit,
      renderCell: ({ figures }) => <Gain coins={figures.unrealised_profit} />,
    },
  ]
  return (
    <DataTable
      label={t('title')}
      columns={columns}
      rows={points.toReversed()}
      keyOf={({ startSec }) => String(startSec)}
    />
  )
}

function changeOf({ figures, since }: Point): number | null {
  return since === null ? null : figures.net_worth - since.net_worth
}

function realisedOf({ figures, since }: Point): number | null {
  return since === null ? null : figures.realised_profit - since.realised_profit
}

function gainOrDash(coins: number | null) {
  return coins === null ? '–' : <Gain coins={coins} />
}
