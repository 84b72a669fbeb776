import { useTranslation } from 'react-i18next'
import { classNames } from '#shared/ui/class-names.ts'
import { Skeleton } from '#shared/ui/Skeleton.tsx'
import { ErrorState } from '#shared/ui/States.tsx'
import { TabbedLayout } from '#shared/ui/TabbedLayout.tsx'
import pages from '#shared/ui/TablePage.module.css'
import { useTitle } from '#shared/ui/use-title.ts'
import styles from './AccountPage.module.css'
import { useAccount } from './api/account.ts'
import { DeleteCard } from './components/DeleteCard.tsx'
import { ExportCard } from './components/ExportCard.tsx'
import { KeysCard } from './components/KeysCard.tsx'

/** The player's data: download it, keys for tools, deletion of the account. */
export function AccountPage() {
  const { t } = useTranslation('account')
  useTitle(t('title'))
  return (
    <TabbedLayout
      title={t('title')}
      label={t('title')}
      tabs={[{ to: '/account', label: t('title') }]}
      signedOutText={t('signed_out')}
    >
      <Requests />
    </TabbedLayout>
  )
}

function Requests() {
  const { data, error, refetch } = useAccount()
  if (data === undefined) {
    return error === null ? (
      <div className={classNames(pages['page'], styles['page'])}>
        <Skeleton shape="sections" />
      </div>
    ) : (
      <ErrorState error={error} onRetry={() => void refetch()} />
    )
  }
  return (
    <div className={classNames(pages['page'], styles['page'])}>
      <ExportCard dataExport={data.export} />
      <KeysCard />
      {data.deletion === null && <DeleteCard />}
    </div>
  )
}
