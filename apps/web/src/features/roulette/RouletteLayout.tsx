import { useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { TabbedLayout } from '#shared/ui/TabbedLayout.tsx'

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
