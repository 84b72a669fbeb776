import { useTranslation } from 'react-i18next'
import { TabbedLayout } from '#shared/ui/TabbedLayout.tsx'

/** Rent has one view; strangers are asked in. */
export function RentLayout() {
  const { t } = useTranslation('rent')
  return (
    <TabbedLayout
      title={t('title')}
      label={t('title')}
      tabs={[{ to: '/rent', label: t('title') }]}
      signedOutText={t('signed_out')}
    />
  )
}
