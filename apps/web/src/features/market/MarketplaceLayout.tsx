import { useTranslation } from 'react-i18next'
import { TabbedLayout } from '#shared/ui/TabbedLayout.tsx'

/** The marketplace's views. */
export function MarketplaceLayout() {
  const { t } = useTranslation('market')
  return (
    <TabbedLayout
      title={t('title')}
      label={t('tabs.label')}
      tabs={[
        { to: '/marketplace/market', label: t('tabs.market') },
        { to: '/marketplace/my-listings', label: t('tabs.my_listings') },
        { to: '/marketplace/history', label: t('tabs.history') },
      ]}
      signedOutText={t('signed_out')}
    />
  )
}
