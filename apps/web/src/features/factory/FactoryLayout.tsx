import { useTranslation } from 'react-i18next'
import { TabbedLayout } from '#shared/ui/TabbedLayout.tsx'

/** The factory, which the game calls a farm, and its two views. */
export function FactoryLayout() {
  const { t } = useTranslation('factory')
  return (
    <TabbedLayout
      title={t('title')}
      label={t('tabs.label')}
      tabs={[
        { to: '/factory/receipts', label: t('tabs.recipes') },
        { to: '/factory/queue', label: t('tabs.queue') },
      ]}
      signedOutText={t('signed_out')}
    />
  )
}
