import { ROLES } from '@clutch/contract/constants'
import { OPERATOR_ACTIONS } from '@clutch/contract/operator-actions'
import { useTranslation } from 'react-i18next'
import type { Column } from '#shared/ui/DataRow.tsx'
import { DataTable } from '#shared/ui/DataTable.tsx'
import styles from '../AdminPanel.module.css'

type Right = readonly [action: string, least: (typeof ROLES)[number]]
const RIGHTS: readonly Right[] = Object.entries(OPERATOR_ACTIONS)

/** The permissions of each role, from the server's table (rules §13). */
export function RoleMatrix() {
  const { t } = useTranslation('admin')
  const columns: readonly Column<Right>[] = [
    { key: 'action', head: t('audit.action'), isName: true, renderCell: ([action]) => <code>{action}</code> },
    ...ROLES.map((role) => ({
      key: role,
      head: t(`role.${role}`),
      renderCell: ([, least]: Right) => t(ROLES.indexOf(role) >= ROLES.indexOf(least) ? 'card.yes' : 'card.no'),
    })),
  ]
  return (
    <section>
      <h3 className={styles['subtitle']}>{t('matrix.title')}</h3>
      <DataTable label={t('matrix.title')} columns={columns} rows={RIGHTS} keyOf={([action]) => action} isFramed />
    </section>
  )
}
