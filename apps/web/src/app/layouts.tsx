import { useLocation, useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { lazyChunk } from '#shared/loading/lazy-chunk.tsx'
import { TabbedLayout } from '#shared/ui/TabbedLayout.tsx'

const Teaser = lazyChunk(async () => (await import('#shared/production/Teaser.tsx')).Teaser)

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
      teaser={<Teaser area="craft" />}
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
      teaser={<Teaser area="factory" />}
    />
  )
}

/** Rent has one view. */
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

const VERIFY = '/roulette/verify'

/** The wheel's views. The verification is open to all: it needs nothing of the server. */
export function RouletteLayout() {
  const { t } = useTranslation('roulette')
  const { pathname } = useLocation()
  return (
    <TabbedLayout
      title={t('title')}
      label={t('tabs.label')}
      tabs={[
        { to: '/roulette/wheel', label: t('tabs.wheel') },
        { to: '/roulette/history', label: t('tabs.history') },
        { to: VERIFY, label: t('tabs.verify') },
      ]}
      isPublic={pathname === VERIFY}
      signedOutText={t('signed_out')}
    />
  )
}

/** What two players have traded. */
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
