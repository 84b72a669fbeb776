import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { TabbedLayout } from '#shared/ui/TabbedLayout.tsx'

/** The way to what two players have traded; strangers are asked in. */
export function LedgerLayout() {
  const { t } = useTranslation('social')
  const { userId = '' } = useParams({ strict: false })
  return (
    <TabbedLayout
      title={t('ledger.name')}
      label={t('ledger.name')}
      tabs={[{ to: `/friends/${userId}`, label: t('ledger.name') }]}
      signedOutText={t('ledger.signed_out')}
    />
  )
}
