import type { Trade, TradeOffer } from '@clutch/contract'
import { useTranslation } from 'react-i18next'
import { useItemName } from '#shared/catalogue/use-item-name.ts'
import { useFormat } from '#shared/format/use-format.ts'
import type { Column } from '#shared/ui/DataRow.tsx'
import styles from '../AdminPanel.module.css'
import { Pages } from '../Pages.tsx'
import { usePlayerTrades } from './under-way.ts'

/** A player's trades with friends: open ones first, then ended ones. */
export function PlayerTrades({ steamId }: { readonly steamId: string }) {
  const { t } = useTranslation(['support', 'social'])
  const format = useFormat()
  const trades = usePlayerTrades(steamId)
  const columns: readonly Column<Trade>[] = [
    { key: 'with', head: t('player.with'), isName: true, renderCell: ({ opponent_name }) => opponent_name },
    {
      key: 'state',
      head: t('parked.state'),
      renderCell: ({ trade_status }) =>
        trade_status === 'active' ? t('social:trades.open') : t(`social:past.${trade_status}`),
    },
    { key: 'gives', head: t('player.gives'), renderCell: ({ jdoc, me }) => <Offer offer={jdoc[me]} /> },
    {
      key: 'gets',
      head: t('player.gets'),
      renderCell: ({ jdoc, me }) => <Offer offer={jdoc[me === 'user_1' ? 'user_2' : 'user_1']} />,
    },
    {
      key: 'time',
      head: t('player.time'),
      renderCell: ({ ended_at, created_at }) => format.dateTime(ended_at === 0 ? created_at : ended_at),
    },
  ]
  return (
    <Pages
      label={t('player.trades')}
      columns={columns}
      query={trades}
      rows={trades.data?.pages.flatMap(({ active, ended }) => [...active, ...ended])}
      keyOf={({ id }) => id}
      empty={t('player.no_trades')}
    />
  )
}

function Offer({ offer: { coins, items } }: { readonly offer: TradeOffer }) {
  const { t } = useTranslation('exchange')
  const format = useFormat()
  const nameOf = useItemName()
  const lines = [
    ...(coins > 0 ? [`${format.exact(coins)} ${t('coin.coin')}`] : []),
    ...Object.entries(items).map(([itemId, count]) => `${nameOf(Number(itemId))} ×${format.exact(count)}`),
  ]
  if (lines.length === 0) return <span>–</span>
  return (
    <ul className={styles['list']}>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}
