import { useTranslation } from 'react-i18next'
import { TabbedLayout } from '#shared/ui/TabbedLayout.tsx'

/** The inventory's two views. */
export function InventoryLayout() {
  const { t } = useTranslation('inventory')
  return (
    <TabbedLayout
      title={t('title')}
      label={t('tabs.label')}
      tabs={[
        { to: '/inventory/page', label: t('tabs.page') },
        { to: '/inventory/history', label: t('tabs.history') },
      ]}
      signedOutText={t('signed_out')}
    />
  )
}
