import type { NewsEntry } from '@clutch/contract'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/format/use-format.ts'
import { Button } from '#shared/ui/Button.tsx'
import type { Column } from '#shared/ui/DataRow.tsx'
import { DataTable } from '#shared/ui/DataTable.tsx'
import { showToast } from '#shared/ui/toast-store.ts'
import styles from '../AdminPanel.module.css'
import { useContentName } from './entry-names.ts'
import { useWithdrawNews, type useOperatorNews } from './operator-news.ts'
import { WithdrawDialog } from './WithdrawDialog.tsx'

/** The operators' entries: when they are shown, who edited them last, and actions. */
export function EntryTable({ news }: { readonly news: ReturnType<typeof useOperatorNews> }) {
  const { t } = useTranslation('news')
  const [withdrawn, setWithdrawn] = useState<NewsEntry>()
  return (
    <>
      <DataTable
        label={t('entries')}
        columns={useEntryColumns(setWithdrawn)}
        rows={news.data?.response}
        error={news.error}
        onRetry={() => void news.refetch()}
        keyOf={({ entry_id }) => entry_id}
        empty={t('none')}
        isFramed
      />
      {withdrawn !== undefined && <WithdrawDialog entry={withdrawn} onClose={() => setWithdrawn(undefined)} />}
    </>
  )
}

function useEntryColumns(onWithdraw: (entry: NewsEntry) => void): readonly Column<NewsEntry>[] {
  const { t } = useTranslation('news')
  const format = useFormat()
  const nameOf = useContentName()
  const until = ({ visible_until }: NewsEntry) => (visible_until === null ? '' : format.dateTime(visible_until))
  return [
    { key: 'name', head: t('column.name'), isName: true, renderCell: ({ content }) => nameOf(content) },
    { key: 'kind', head: t('column.kind'), renderCell: ({ content }) => t(`kind.${content.kind}`) },
    { key: 'state', head: t('column.state'), renderCell: ({ state }) => t(`state.${state}`) },
    { key: 'from', head: t('column.from'), renderCell: ({ visible_from }) => format.dateTime(visible_from) },
    { key: 'until', head: t('column.until'), renderCell: (entry) => until(entry) || t('column.without_end') },
    {
      key: 'edited',
      head: t('column.edited'),
      look: 'quiet',
      renderCell: ({ edited_by, edited_at }) => `${edited_by}, ${format.dateTime(edited_at)}`,
    },
    {
      key: 'acts',
      head: t('edit'),
      look: 'acts',
      isHeadHidden: true,
      renderCell: (entry) => <EntryActs entry={entry} name={nameOf(entry.content)} onWithdraw={onWithdraw} />,
    },
  ]
}

interface EntryActsProps {
  readonly entry: NewsEntry
  readonly name: string
  readonly onWithdraw: (entry: NewsEntry) => void
}

function EntryActs({ entry, name, onWithdraw }: EntryActsProps) {
  const { t } = useTranslation('news')
  const navigate = useNavigate()
  const { mutate, isPending } = useWithdrawNews('toast')
  const bringBack = () =>
    mutate(
      { entry_id: entry.entry_id, seen_version: entry.version, is_withdrawn: false, reason: t('brought_back') },
      { onSuccess: () => showToast(t('brought_back_named', { name })) },
    )
  return (
    <span className={styles['acts']}>
      <Button
        aria-label={t('edit_named', { name })}
        onClick={() => void navigate({ to: '.', search: { entry: entry.entry_id } })}
      >
        {t('edit')}
      </Button>
      {entry.state === 'withdrawn' ? (
        <Button aria-label={t('bring_back_named', { name })} isPending={isPending} onClick={bringBack}>
          {t('bring_back')}
        </Button>
      ) : (
        <Button look="sell" aria-label={t('withdraw_named', { name })} onClick={() => onWithdraw(entry)}>
          {t('withdraw')}
        </Button>
      )}
    </span>
  )
}
