import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/format/use-format.ts'
import type { Column } from '#shared/ui/DataRow.tsx'
import { DataTable } from '#shared/ui/DataTable.tsx'
import { Price } from '#shared/ui/Price.tsx'
import type { Odds } from '../model/odds.ts'
import { PrizeLabel } from './PrizeLabel.tsx'

const BASIS_POINTS = 10_000

/** Every prize with its exact chance and what it is worth. */
export function OddsTable({ odds }: { readonly odds: readonly Odds[] }) {
  const { t } = useTranslation('roulette')
  const format = useFormat()
  const columns: readonly Column<Odds>[] = [
    {
      key: 'prize',
      head: t('prize'),
      isName: true,
      renderCell: ({ prize }) => <PrizeLabel itemId={prize.item_id} count={prize.count} />,
    },
    {
      key: 'chance',
      head: t('chance'),
      look: 'number',
      sortBy: ({ chance }) => chance,
      renderCell: ({ chance }) => format.percent(chance * BASIS_POINTS),
    },
    {
      key: 'worth',
      head: t('worth'),
      look: 'number',
      sortBy: ({ worth }) => worth ?? null,
      renderCell: ({ worth }) => (worth === undefined ? t('unknown') : <Price coins={worth} />),
    },
  ]
  return (
    <DataTable
      label={t('odds')}
      isFramed
      isCompact
      rows={odds}
      keyOf={({ index }) => String(index)}
      columns={columns}
    />
  )
}
