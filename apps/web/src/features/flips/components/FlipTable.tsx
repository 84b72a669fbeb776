import { useTranslation } from 'react-i18next'
import { useItemName } from '#shared/catalogue/use-item-name.ts'
import { useFormat } from '#shared/format/use-format.ts'
import { ItemLink } from '#shared/market/ItemLink.tsx'
import { useDuration } from '#shared/production/use-duration.ts'
import type { Column } from '#shared/ui/DataRow.tsx'
import { DataTable } from '#shared/ui/DataTable.tsx'
import { Price } from '#shared/ui/Price.tsx'
import { EmptyState } from '#shared/ui/States.tsx'
import { roundFillTime, type Flip } from '../model/flip.ts'

const BASIS_POINTS = 10_000

interface FlipTableProps {
  readonly flips: readonly Flip[] | undefined
  readonly emptyText: string
  readonly error: Error | null
  readonly onRetry: () => void
}

/** Flips with what they cost, gain and take; heads sort. */
export function FlipTable({ flips, emptyText, error, onRetry }: FlipTableProps) {
  const { t } = useTranslation('flips')
  const format = useFormat()
  const duration = useDuration()
  const nameOf = useItemName()
  const columns: readonly Column<Flip>[] = [
    {
      key: 'name',
      head: t('table.name'),
      isName: true,
      sortBy: ({ itemId }) => nameOf(itemId),
      renderCell: ({ itemId }) => <ItemLink itemId={itemId} />,
    },
    {
      key: 'bid',
      head: t('table.bid'),
      look: 'number',
      sortBy: ({ bid }) => bid,
      renderCell: ({ bid }) => <Price coins={bid} />,
    },
    {
      key: 'offer',
      head: t('table.offer'),
      look: 'number',
      sortBy: ({ offer }) => offer,
      renderCell: ({ offer }) => <Price coins={offer} />,
    },
    {
      key: 'margin',
      head: t('table.margin'),
      look: 'number',
      sortBy: ({ margin }) => margin,
      renderCell: ({ margin }) => <Price coins={margin} />,
    },
    {
      key: 'gain',
      head: t('table.gain'),
      look: 'number',
      sortBy: ({ gain }) => gain,
      renderCell: ({ gain }) => format.percent(Math.round(gain * BASIS_POINTS)),
    },
    {
      key: 'volume',
      head: t('table.volume'),
      look: 'number',
      sortBy: ({ dailyVolume }) => dailyVolume,
      renderCell: ({ dailyVolume }) => format.average(dailyVolume),
    },
    {
      key: 'potential',
      head: t('table.potential'),
      look: 'number',
      sortBy: ({ potential }) => potential,
      renderCell: ({ potential }) => <Price coins={Math.round(potential)} />,
    },
    {
      key: 'fill',
      head: t('table.fill'),
      look: 'number',
      sortBy: ({ fillSec }) => fillSec,
      renderCell: ({ fillSec }) => t('table.about', { duration: duration(roundFillTime(fillSec)) }),
    },
  ]
  return (
    <DataTable
      label={t('title')}
      columns={columns}
      rows={flips}
      keyOf={({ itemId }) => String(itemId)}
      empty={<EmptyState subject="market">{emptyText}</EmptyState>}
      error={error}
      onRetry={onRetry}
      isFramed
    />
  )
}
