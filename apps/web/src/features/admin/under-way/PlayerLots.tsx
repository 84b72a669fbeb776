import type { Lot } from '@clutch/contract'
import { useTranslation } from 'react-i18next'
import { useItemName } from '#shared/catalogue/use-item-name.ts'
import { useFormat } from '#shared/format/use-format.ts'
import type { Column } from '#shared/ui/DataRow.tsx'
import { Pages } from '../Pages.tsx'
import { usePlayerLots } from './under-way.ts'

/** A player's open lots, newest first. */
export function PlayerLots({ steamId }: { readonly steamId: string }) {
  const { t } = useTranslation('support')
  const format = useFormat()
  const nameOf = useItemName()
  const lots = usePlayerLots(steamId)
  const columns: readonly Column<Lot>[] = [
    {
      key: 'item',
      head: t('player.item'),
      isName: true,
      renderCell: ({ item_type_id }) => `${nameOf(item_type_id)} (${item_type_id})`,
    },
    { key: 'side', head: t('player.side'), renderCell: ({ type }) => t(`player.${type}`) },
    { key: 'price', head: t('player.price'), look: 'number', renderCell: ({ price }) => format.exact(price) },
    {
      key: 'open',
      head: t('player.left'),
      look: 'number',
      renderCell: ({ current_count, count }) => `${format.exact(current_count)} / ${format.exact(count)}`,
    },
    { key: 'placed', head: t('player.placed'), renderCell: ({ created_at }) => format.dateTime(created_at) },
  ]
  return (
    <Pages
      label={t('player.lots')}
      columns={columns}
      query={lots}
      rows={lots.data?.pages.flat()}
      keyOf={({ lot_uuid }) => lot_uuid}
      empty={t('player.no_lots')}
    />
  )
}
