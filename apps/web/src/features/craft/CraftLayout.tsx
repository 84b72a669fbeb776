import { useTranslation } from 'react-i18next'
import { TabbedLayout } from '#shared/ui/TabbedLayout.tsx'

/** Crafting's three views. */
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
