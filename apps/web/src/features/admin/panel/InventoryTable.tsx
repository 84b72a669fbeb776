import type { AdminUser } from '@clutch/contract'
import { useTranslation } from 'react-i18next'
import { useItemName } from '#shared/catalogue/use-item-name.ts'
import { useFormat } from '#shared/format/use-format.ts'
import { ItemLink } from '#shared/market/ItemLink.tsx'
import { Button } from '#shared/ui/Button.tsx'
import type { Column } from '#shared/ui/DataRow.tsx'
import { DataTable } from '#shared/ui/DataTable.tsx'
import styles from '../AdminPanel.module.css'
import { useSendItemChange } from './use-send-item-change.ts'

type Held = AdminUser['inventory_items'][number]

/** The player's free items, each with +1 and -1 (document 2 §2). */
export function InventoryTable({ user }: { readonly user: AdminUser }) {
  const { t } = useTranslation('admin')
  const format = useFormat()
  const nameOf = useItemName()
  const { send, isPending } = useSendItemChange()
  const columns: readonly Column<Held>[] = [
    {
      key: 'name',
      head: t('items.item'),
      isName: true,
      sortBy: ({ item_id }) => nameOf(item_id),
      renderCell: ({ item_id }) => <ItemLink itemId={item_id} />,
    },
    {
      key: 'item_id',
      head: t('items.item_id'),
      look: 'number',
      sortBy: ({ item_id }) => item_id,
      renderCell: ({ item_id }) => item_id,
    },
    {
      key: 'count',
      head: t('items.count'),
      look: 'number',
      sortBy: ({ count }) => count,
      renderCell: ({ count }) => format.exact(count),
    },
    {
      key: 'acts',
      head: t('items.acts'),
      isHeadHidden: true,
      look: 'acts',
      renderCell: ({ item_id }) => (
        <span className={styles['acts']}>
          {([false, true] as const).map((isRemoval) => (
            <Button
              key={String(isRemoval)}
              isPending={isPending}
              aria-label={`${isRemoval ? '−1' : '+1'} ${nameOf(item_id)}`}
              onClick={() => send(user, isRemoval, { item_id, count: 1, reason: '' })}
            >
              {isRemoval ? '−1' : '+1'}
            </Button>
          ))}
        </span>
      ),
    },
  ]
  return (
    <section>
      <h3 className={styles['subtitle']}>{t('items.inventory')}</h3>
      <DataTable
        label={t('items.inventory')}
        columns={columns}
        rows={user.inventory_items}
        keyOf={({ item_id }) => String(item_id)}
        empty={t('items.none')}
        isFramed
      />
    </section>
  )
}
