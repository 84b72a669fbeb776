import { useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { TabbedLayout } from '#shared/ui/TabbedLayout.tsx'

const MARKET = '/marketplace/market'

/** Tabs of the marketplace; only the market itself is public. */
export function MarketplaceLayout() {
  const { t } = useTranslation('market')
  const { pathname } = useLocation()
  return (
    <TabbedLayout
      title={t('title')}
      label={t('tabs.label')}
      tabs={[
        { to: MARKET, label: t('tabs.market') },
        { to: '/marketplace/my-listings', label: t('tabs.my_listings') },
        { to: '/marketplace/history', label: t('tabs.history') },
        { to: '/marketplace/portfolio', label: t('tabs.portfolio') },
        { to: '/marketplace/flips', label: t('tabs.flips') },
        { to: '/marketplace/exchange', label: t('tabs.exchange') },
      ]}
      isPublic={pathname === MARKET}
      signedOutText={t('signed_out')}
    />
  )
}

/** Tabs of the inventory. */
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

/** Tabs of crafting. */
export function CraftLayout() {
  const { t } = useTranslation('craft')
  return (
    <TabbedLayout
      title={t('title')}
      label={t('tabs.label')}
      tabs={[
        { to: '/craft/receipts', label: t('tabs.recipes') },
        { to: '/craft/queue', label: t('tabs.queue') },
        { to: '/craft/history', label: t('tabs.history') },
      ]}
      signedOutText={t('signed_out')}
    />
  )
}

/** Tabs of the factory, which the interface calls a farm. */
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
