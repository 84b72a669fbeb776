import { ROLES, type Role } from '@clutch/contract/constants'
import type { AdminUser } from '@clutch/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useProfile } from '#shared/account/profile.ts'
import { ReasonForm } from '#shared/moderation/ReasonForm.tsx'
import { Button } from '#shared/ui/Button.tsx'
import { showToast } from '#shared/ui/toast-store.ts'
import { useRoleChange } from './admin-user.ts'
import styles from '../AdminPanel.module.css'
import { Select } from '#shared/ui/Select.tsx'

/** Promotes at once, and demotes with a reason; operators cannot change their own role (rules §13). */
export function RoleForm({ user }: { readonly user: AdminUser }) {
  const { t } = useTranslation('admin')
  const { data: profile } = useProfile()
  const [role, setRole] = useState<Role>(user.role)
  const [isAsking, setAsking] = useState(false)
  const { mutate, isPending, error } = useRoleChange(isAsking ? 'inline' : 'toast')
  if (profile?.id === user.user_uuid) return null
  const change = (reason: string) =>
    mutate(
      { steam_id: user.steam_id, role, reason },
      {
        onSuccess: () => showToast(t('role.changed', { name: user.name, role: t(`role.${role}`) })),
      },
    )
  return (
    <>
      <form
        className={styles['line']}
        onSubmit={(event) => {
          event.preventDefault()
          if (ROLES.indexOf(role) < ROLES.indexOf(user.role)) setAsking(true)
          else change('')
        }}
      >
        <Select
          label={t('role.choose')}
          isLabelHidden
          value={role}
          choices={ROLES.map((each) => ({ value: each, text: t(`role.${each}`) }))}
          onChange={setRole}
        />
        <Button type="submit" isPending={isPending} disabled={role === user.role}>
          {t('role.change')}
        </Button>
      </form>
      {isAsking && (
        <ReasonForm
          title={t('role.demote_title', { name: user.name, role: t(`role.${role}`) })}
          label={t('role.reason')}
          submitLabel={t('role.change')}
          isPending={isPending}
          error={error}
          onClose={() => setAsking(false)}
          onSubmit={change}
        >
          <p>{t('role.demote_question')}</p>
        </ReasonForm>
      )}
    </>
  )
}
