import { ROLES, type Role } from '@clutch/contract/constants'
import type { AdminUser } from '@clutch/contract'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useProfile } from '#shared/account/profile.ts'
import { useFormat } from '#shared/format/use-format.ts'
import { useErrorText } from '#shared/i18n/use-error-text.ts'
import { Button } from '#shared/ui/Button.tsx'
import { Price } from '#shared/ui/Price.tsx'
import { showToast } from '#shared/ui/toast-store.ts'
import { useRoleChange } from '../api/admin-user.ts'
import styles from '../AdminPanel.module.css'

const DLCS = ['styria', 'nortopia', 'hoges'] as const

/** All that is known of a player (document 2 §3). */
export function UserCard({ user }: { readonly user: AdminUser }) {
  const { t } = useTranslation('admin')
  const format = useFormat()
  const yesNo = (value: boolean) => t(value ? 'card.yes' : 'card.no')
  return (
    <section className={styles['card']} aria-label={t('card.title')}>
      <h3 className={styles['name']}>{user.name}</h3>
      <dl className={styles['fields']}>
        <Field name={t('card.steam_id')}>{user.steam_id}</Field>
        <Field name={t('card.user_uuid')}>{user.user_uuid}</Field>
        <Field name={t('card.lang')}>{user.lang}</Field>
        <Field name={t('card.wallet')}>
          <Price coins={user.wallet} isExact />
        </Field>
        <Field name={t('card.has_starter_pack')}>{yesNo(user.has_starter_pack)}</Field>
        <Field name={t('card.energy')}>{user.energy === 0 ? t('card.never') : format.dateTime(user.energy)}</Field>
        {DLCS.map((dlc) => (
          <Field key={dlc} name={t(`card.${dlc}`)}>
            {yesNo(user[`${dlc}_dlc_enabled`])}
          </Field>
        ))}
        <Field name={t('role.label')}>{t(`role.${user.role}`)}</Field>
      </dl>
      <RoleForm key={user.role} user={user} />
    </section>
  )
}

function Field({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className={styles['field']}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** Promotes and demotes; nobody changes his own role (rules §13). */
function RoleForm({ user }: { readonly user: AdminUser }) {
  const { t } = useTranslation('admin')
  const errorText = useErrorText()
  const { data: profile } = useProfile()
  const [role, setRole] = useState<Role>(user.role)
  const { mutate, isPending } = useRoleChange()
  if (profile?.id === user.user_uuid) return null
  return (
    <form
      className={styles['line']}
      onSubmit={(event) => {
        event.preventDefault()
        mutate(
          { steam_id: user.steam_id, role },
          {
            onSuccess: () => showToast(t('role.changed', { name: user.name, role: t(`role.${role}`) })),
            onError: (error) => showToast(errorText(error), 'error'),
          },
        )
      }}
    >
      <select
        className={styles['input']}
        aria-label={t('role.choose')}
        value={role}
        onChange={({ target }) => setRole(ROLES.find((each) => each === target.value) ?? 'player')}
      >
        {ROLES.map((each) => (
          <option key={each} value={each}>
            {t(`role.${each}`)}
          </option>
        ))}
      </select>
      <Button type="submit" isPending={isPending} disabled={role === user.role}>
        {t('role.change')}
      </Button>
    </form>
  )
}
