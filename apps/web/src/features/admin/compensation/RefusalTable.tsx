import type { CallResponse } from '@clutch/contract'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#shared/i18n/use-error-text.ts'
import { ApiError } from '#shared/api/api-error.ts'
import type { Column } from '#shared/ui/DataRow.tsx'
import { Pages } from '../Pages.tsx'
import { useRefusals } from './compensation.ts'

type Refused = CallResponse<'POST /admin/compensation/refusals'>['response'][number]

/** Players whose grant failed, and why. */
export function RefusalTable({ path, runId }: { readonly path: string; readonly runId: string }) {
  const { t } = useTranslation(['support', 'admin'])
  const errorText = useErrorText()
  const refusals = useRefusals(runId)
  const columns: readonly Column<Refused>[] = [
    {
      key: 'name',
      head: t('admin:players.name'),
      isName: true,
      renderCell: ({ name, steam_id }) => (
        <Link to={path} search={{ steam_id }}>
          {name}
        </Link>
      ),
    },
    { key: 'id', head: t('admin:card.steam_id'), renderCell: ({ steam_id }) => steam_id },
    { key: 'why', head: t('admin:audit.outcome'), renderCell: ({ code }) => errorText(new ApiError(code, code)) },
  ]
  return (
    <Pages
      label={t('give.refused')}
      columns={columns}
      query={refusals}
      rows={refusals.data?.pages.flat()}
      keyOf={({ user_uuid }) => user_uuid}
      empty={t('give.no_refusals')}
    />
  )
}
