import type { LedgerEntry } from '@clutch/contract'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useItemName } from '#shared/catalogue/use-item-name.ts'
import { useFormat } from '#shared/format/use-format.ts'
import { Button } from '#shared/ui/Button.tsx'
import type { Column } from '#shared/ui/DataRow.tsx'
import { DataTable } from '#shared/ui/DataTable.tsx'
import styles from '../AdminPanel.module.css'

const COIN = 0

interface EntryTableProps {
  readonly label: string
  readonly path: string
  readonly entries: readonly LedgerEntry[] | undefined
  readonly empty: ReactNode
  readonly error?: Error | null
  readonly onRetry?: () => void
  readonly onOpen: (operationId: string) => void
}

/** Operations with their postings and players; each opens everything that belongs to it. */
export function EntryTable({ label, path, entries, onOpen, ...states }: EntryTableProps) {
  const { t } = useTranslation(['operator', 'admin', 'inventory'])
  const format = useFormat()
  const nameOf = useItemName()
  const columns: readonly Column<LedgerEntry>[] = [
    {
      key: 'time',
      head: t('admin:audit.time'),
      look: 'quiet',
      isName: true,
      renderCell: ({ time }) => format.dateTime(time),
    },
    {
      key: 'player',
      head: t('ledger.player'),
      renderCell: ({ name, steam_id }) => (
        <Link to={path} search={{ steam_id }}>
          {name}
        </Link>
      ),
    },
    {
      key: 'kind',
      head: t('admin:ledger.kind'),
      renderCell: ({ kind }) => t(`inventory:history.kinds.${kind}`),
    },
    {
      key: 'lines',
      head: t('admin:ledger.lines'),
      renderCell: ({ lines }) => (
        <ul className={styles['list']}>
          {lines.map(({ asset, change, after }) => (
            <li key={asset}>
              {format.signed(change)} {asset === COIN ? t('admin:ledger.coins') : nameOf(asset)} (→{' '}
              {format.exact(after)})
            </li>
          ))}
        </ul>
      ),
    },
    {
      key: 'cause',
      head: t('admin:ledger.cause'),
      renderCell: ({ cause_id }) => (cause_id === null ? '–' : <code className={styles['change']}>{cause_id}</code>),
    },
    {
      key: 'open',
      head: t('ledger.open'),
      look: 'acts',
      isHeadHidden: true,
      renderCell: ({ id }) => (
        <Button aria-label={`${t('ledger.open')}: ${id}`} onClick={() => onOpen(id)}>
          {t('ledger.open')}
        </Button>
      ),
    },
  ]
  return <DataTable label={label} columns={columns} rows={entries} keyOf={({ id }) => id} isFramed {...states} />
}
