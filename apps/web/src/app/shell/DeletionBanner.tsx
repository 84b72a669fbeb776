import { useTranslation } from 'react-i18next'
import { callApi } from '#shared/api/api.ts'
import { useApiMutation } from '#shared/api/use-command.ts'
import { profileQuery } from '#shared/account/profile.ts'
import { useFormat } from '#shared/format/use-format.ts'
import { Button } from '#shared/ui/Button.tsx'
import { showToast } from '#shared/ui/toast-store.ts'
import styles from './DeletionBanner.module.css'

/** On every page of a player whose account will be deleted: when, and the button that keeps it. */
export function DeletionBanner({ deletesAt }: { readonly deletesAt: number }) {
  const { t } = useTranslation('account')
  const { dateTime } = useFormat()
  const { mutate, isPending } = useApiMutation({
    mutationFn: () => callApi('POST /account/keep', {}),
    invalidates: [profileQuery.queryKey, ['account']],
    invalidatesInOtherTabs: [profileQuery.queryKey, ['account']],
    onSuccess: () => showToast(t('banner.kept'), 'buy'),
  })
  return (
    <section className={styles['banner']} aria-label={t('delete.title')}>
      <p>{t('banner.text', { time: dateTime(deletesAt) })}</p>
      <Button look="accent" isPending={isPending} onClick={() => mutate(undefined)}>
        {t('banner.keep')}
      </Button>
    </section>
  )
}
