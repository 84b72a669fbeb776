import type { SearchedUser } from '@clutch/contract'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { callApi } from '#shared/api/api.ts'
import { useFormat } from '#shared/format/use-format.ts'
import { Button } from '#shared/ui/Button.tsx'
import type { Column } from '#shared/ui/DataRow.tsx'
import { DataTable } from '#shared/ui/DataTable.tsx'
import { EmptyState } from '#shared/ui/States.tsx'
import pages from '#shared/ui/TablePage.module.css'
import { useTitle } from '#shared/ui/use-title.ts'
import styles from '../AdminPanel.module.css'

/** Finds players by name, Steam id or uuid; each links to the panel. */
export function PlayersPage({ path }: { readonly path: string }) {
  const { t } = useTranslation('admin')
  useTitle(t('tabs.players'))
  const navigate = useNavigate()
  const { q = '' } = useSearch({ strict: false }) as { q?: string }
  const [text, setText] = useState(q)
  const columns = usePlayerColumns(path)
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['found-users', q],
    queryFn: async ({ signal }) => (await callApi('POST /admin/find-users', { q }, { signal })).response,
    enabled: q !== '',
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  })
  return (
    <div className={pages['page']}>
      <h2 className={pages['title']}>{t('tabs.players')}</h2>
      <search>
        <form
          className={styles['line']}
          onSubmit={(event) => {
            event.preventDefault()
            if (text.trim() !== '') void navigate({ to: '.', search: { q: text.trim() } })
          }}
        >
          <input
            className={styles['input']}
            aria-label={t('players.search')}
            placeholder={t('players.search')}
            value={text}
            maxLength={64}
            onChange={({ target }) => setText(target.value)}
          />
          <Button type="submit" look="accent" isPending={isFetching}>
            {t('user.find')}
          </Button>
        </form>
      </search>
      {q === '' ? (
        <EmptyState>{t('players.begin')}</EmptyState>
      ) : (
        <DataTable
          label={t('tabs.players')}
          columns={columns}
          rows={data}
          error={error}
          onRetry={() => void refetch()}
          keyOf={({ user_uuid }) => user_uuid}
          empty={t('players.none')}
          isFramed
        />
      )}
    </div>
  )
}

function usePlayerColumns(path: string): readonly Column<SearchedUser>[] {
  const { t } = useTranslation('admin')
  const format = useFormat()
  return [
    {
      key: 'name',
      head: t('players.name'),
      isName: true,
      sortBy: ({ name }) => name,
      renderCell: ({ name, steam_id }) => (
        <Link to={path} search={{ steam_id }}>
          {name}
        </Link>
      ),
    },
    { key: 'steam_id', head: t('card.steam_id'), renderCell: ({ steam_id }) => steam_id },
    { key: 'role', head: t('role.label'), renderCell: ({ role }) => t(`role.${role}`) },
    {
      key: 'banned',
      head: t('file.banned_until'),
      renderCell: ({ banned_until }) => (banned_until === 0 ? '–' : format.dateTime(banned_until)),
    },
  ]
}
