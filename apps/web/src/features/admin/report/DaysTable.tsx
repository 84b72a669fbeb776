import type { EconomyDay } from '@clutch/contract'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/format/use-format.ts'
import { Button } from '#shared/ui/Button.tsx'
import type { Column } from '#shared/ui/DataRow.tsx'
import { DataTable } from '#shared/ui/DataTable.tsx'
import { Price } from '#shared/ui/Price.tsx'

const BASIS_POINTS = 10_000
const COINS = ['supply', 'minted', 'burned'] as const

interface DaysTableProps {
  readonly days: readonly EconomyDay[]
  readonly onOpen: (timeSlot: string) => void
}

/** The days of the period, newest first; each opens its details. */
export function DaysTable({ days, onOpen }: DaysTableProps) {
  const { t } = useTranslation('report')
  const format = useFormat()
  const numberOrDash = (value: number | null) => (value === null ? '–' : format.average(value))
  const columns: readonly Column<EconomyDay>[] = [
    {
      key: 'day',
      head: t('table.day'),
      isName: true,
      sortBy: ({ time_slot }) => time_slot,
      renderCell: ({ time_slot, is_open }) =>
        is_open ? t('table.so_far', { day: format.day(time_slot) }) : format.day(time_slot),
    },
    ...COINS.map((name): Column<EconomyDay> => ({
      key: name,
      head: t(`figures.${name}`),
      look: 'number',
      sortBy: (day) => day[name],
      renderCell: (day) => <Price coins={day[name]} isExact />,
    })),
    {
      key: 'residual',
      head: t('figures.residual'),
      look: 'number',
      sortBy: ({ residual }) => Math.abs(residual),
      renderCell: ({ residual }) => format.signed(residual),
    },
    {
      key: 'volume',
      head: t('figures.volume'),
      look: 'number',
      sortBy: ({ volume }) => volume,
      renderCell: ({ volume }) => <Price coins={volume} isExact />,
    },
    {
      key: 'velocity',
      head: t('figures.velocity'),
      look: 'number',
      sortBy: ({ velocity }) => velocity,
      // Per day few coins change hands: a percentage reads better than a count.
      renderCell: ({ velocity }) => (velocity === null ? '–' : format.percent(velocity * BASIS_POINTS)),
    },
    {
      key: 'price_index',
      head: t('figures.price_index'),
      look: 'number',
      sortBy: ({ price_index }) => price_index,
      renderCell: ({ price_index }) => numberOrDash(price_index),
    },
    {
      key: 'open',
      head: t('table.open'),
      look: 'acts',
      isHeadHidden: true,
      renderCell: ({ time_slot }) => (
        <Button aria-label={t('table.open_day', { day: format.day(time_slot) })} onClick={() => onOpen(time_slot)}>
          {t('table.open')}
        </Button>
      ),
    },
  ]
  return (
    <DataTable
      label={t('table.title')}
      columns={columns}
      rows={days.toReversed()}
      keyOf={({ time_slot }) => time_slot}
      empty={t('table.none')}
      isFramed
    />
  )
}
