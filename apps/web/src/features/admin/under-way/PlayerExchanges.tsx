import type { ExchangeRecord } from '@clutch/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/format/use-format.ts'
import { Button } from '#shared/ui/Button.tsx'
import type { Column } from '#shared/ui/DataRow.tsx'
import { Evidence } from '../exchanges/Evidence.tsx'
import { Pages } from '../Pages.tsx'
import { usePlayerExchanges } from './under-way.ts'

/** A player's coin exchanges, newest first; each shows its evidence. */
export function PlayerExchanges({ steamId }: { readonly steamId: string }) {
  const { t } = useTranslation(['support', 'exchange'])
  const format = useFormat()
  const exchanges = usePlayerExchanges(steamId)
  const [openId, setOpenId] = useState<string | null>(null)
  const columns: readonly Column<ExchangeRecord>[] = [
    { key: 'time', head: t('player.time'), isName: true, renderCell: ({ created_at }) => format.dateTime(created_at) },
    {
      key: 'given',
      head: t('player.gives'),
      renderCell: (row) => amountOf(row, row.direction === 'to_steam'),
    },
    { key: 'got', head: t('player.gets'), renderCell: (row) => amountOf(row, row.direction === 'from_steam') },
    { key: 'state', head: t('parked.state'), renderCell: ({ state }) => t(`exchange:state.${state}`) },
    {
      key: 'evidence',
      head: t('parked.evidence'),
      look: 'acts',
      isHeadHidden: true,
      renderCell: ({ id, created_at }) => (
        <Button
          aria-label={`${t('parked.evidence')}: ${format.dateTime(created_at)}`}
          aria-expanded={id === openId}
          onClick={() => setOpenId(id === openId ? null : id)}
        >
          {t('parked.evidence')}
        </Button>
      ),
    },
  ]
  const amountOf = ({ coins, store_count, currency }: ExchangeRecord, isOwn: boolean) =>
    isOwn
      ? `${format.exact(coins)} ${t('exchange:coin.coin')}`
      : `${format.exact(store_count)} ${t(`exchange:coin.${currency}`)}`
  return (
    <>
      <Pages
        label={t('player.exchanges')}
        columns={columns}
        query={exchanges}
        rows={exchanges.data?.pages.flat()}
        keyOf={({ id }) => id}
        empty={t('player.no_exchanges')}
      />
      {openId !== null && <Evidence key={openId} exchangeId={openId} />}
    </>
  )
}
