import type { AdminUser } from '@clutch/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/format/use-format.ts'
import { Price } from '#shared/ui/Price.tsx'
import styles from '../AdminPanel.module.css'
import { RoleForm } from './RoleForm.tsx'

const DLCS = ['styria', 'nortopia', 'hoges'] as const

/** The player's data (document 2 §3). */
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
