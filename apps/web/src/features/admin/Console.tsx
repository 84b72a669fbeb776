import { useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { TabbedLayout } from '#shared/ui/TabbedLayout.tsx'
import { AuditPage } from './AuditPage.tsx'
import { PanelPage } from './PanelPage.tsx'
import { PlayersPage } from './PlayersPage.tsx'
import { ReportPage } from './report/ReportPage.tsx'

const PAGES = [
  { path: '', name: 'panel', Page: PanelPage },
  { path: '/players', name: 'players', Page: PlayersPage },
  { path: '/economy', name: 'economy', Page: ReportPage },
  { path: '/audit', name: 'audit', Page: AuditPage },
] as const

/** The operator's pages: the admin panel at its address, and the others below it. */
export function Console({ path }: { readonly path: string }) {
  const { t } = useTranslation('admin')
  const pathname = useLocation({ select: (location) => location.pathname.replace(/\/+$/, '') })
  const { Page } = PAGES.find((page) => path + page.path === pathname) ?? PAGES[0]
  return (
    <TabbedLayout
      title={t('tabs.label')}
      label={t('tabs.label')}
      tabs={PAGES.map((page) => ({ to: path + page.path, label: t(`tabs.${page.name}`) }))}
      signedOutText=""
    >
      <Page path={path} />
    </TabbedLayout>
  )
}
