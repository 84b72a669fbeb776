import { Navigate, useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useProfile } from '#shared/account/profile.ts'
import { TabbedLayout } from '#shared/ui/TabbedLayout.tsx'
import { AuditPage } from './audit-log/AuditPage.tsx'
import { CompensationPage } from './compensation/CompensationPage.tsx'
import { CopyBanner } from './economy/CopyBanner.tsx'
import { useAttention } from './economy/economy-status.ts'
import { ChannelsPage } from './channels/ChannelsPage.tsx'
import { ParkedPage } from './exchanges/ParkedPage.tsx'
import { ModerationLogPage } from './moderation/ModerationLogPage.tsx'
import { ContentPage } from './content/ContentPage.tsx'
import { LedgerPage } from './ledger/LedgerPage.tsx'
import { MarketPage } from './market/MarketPage.tsx'
import { NewsPage } from './news/NewsPage.tsx'
import { PanelPage } from './panel/PanelPage.tsx'
import { PlayersPage } from './players/PlayersPage.tsx'
import { ReportPage } from './report/ReportPage.tsx'
import { ReportsPage } from './moderation/ReportsPage.tsx'
import { ServerKeysPage } from './server-keys/ServerKeysPage.tsx'
import { WebhooksPage } from './webhooks/WebhooksPage.tsx'

const PAGES = [
  { path: '', name: 'panel', least: 'admin', Page: PanelPage },
  { path: '/players', name: 'players', least: 'admin', Page: PlayersPage },
  { path: '/compensation', name: 'compensation', least: 'admin', Page: CompensationPage },
  { path: '/ledger', name: 'ledger', least: 'admin', Page: LedgerPage },
  { path: '/market', name: 'market', least: 'admin', Page: MarketPage },
  { path: '/exchanges', name: 'exchanges', least: 'admin', Page: ParkedPage },
  { path: '/economy', name: 'economy', least: 'admin', Page: ReportPage },
  { path: '/news', name: 'news', least: 'admin', Page: NewsPage },
  { path: '/content', name: 'content', least: 'admin', Page: ContentPage },
  { path: '/keys', name: 'keys', least: 'admin', Page: ServerKeysPage },
  { path: '/webhooks', name: 'webhooks', least: 'admin', Page: WebhooksPage },
  { path: '/audit', name: 'audit', least: 'admin', Page: AuditPage },
  { path: '/reports', name: 'reports', least: 'moderator', Page: ReportsPage },
  { path: '/channels', name: 'channels', least: 'moderator', Page: ChannelsPage },
  { path: '/log', name: 'log', least: 'moderator', Page: ModerationLogPage },
] as const

/**
 * The operators' console: the admin panel at its address, the other pages below it, each for the roles that may use it.
 */
export function Console({ path }: { readonly path: string }) {
  const { t } = useTranslation('admin')
  const pathname = useLocation({ select: (location) => location.pathname.replace(/\/+$/, '') })
  const { data: profile } = useProfile()
  const attention = useAttention(profile?.roles.includes('admin') === true)
  const allowed = PAGES.filter(({ least }) => profile?.roles.includes(least) === true)
  const first = allowed[0]
  const open = allowed.find((page) => path + page.path === pathname)
  if (open === undefined) return first === undefined ? null : <Navigate to={path + first.path} replace />
  return (
    <TabbedLayout
      title={t('tabs.label')}
      label={t('tabs.label')}
      tabs={allowed.map((page) => ({
        to: path + page.path,
        label: t(`tabs.${page.name}`),
        ...(page.name === 'exchanges' || page.name === 'webhooks' ? { waiting: attention[page.name] } : {}),
      }))}
      signedOutText=""
    >
      {attention.copyOf !== null && <CopyBanner copyOf={attention.copyOf} />}
      <open.Page path={path} />
    </TabbedLayout>
  )
}
