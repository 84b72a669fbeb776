import { IconUsers } from '@tabler/icons-react'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/format/use-format.ts'
import { lazyPart } from '#shared/loading/lazy-part.tsx'
import { Badge, BADGE_HOLDER } from '#shared/ui/Badge.tsx'
import { Button } from '#shared/ui/Button.tsx'
import { useFriends, useWaitingCount } from './api/social.ts'
import { useSocialEvents } from './hooks/use-social-events.ts'
import { setPanelOpen, useSocialView } from './model/social-store.ts'

const SocialPanel = lazyPart(async () => (await import('./components/SocialPanel.tsx')).SocialPanel)
const TradeDialog = lazyPart(async () => (await import('./components/TradeDialog.tsx')).TradeDialog)

/** Opens the social panel; says how many invitations and open trades wait (document 2 §2). */
export function SocialButton() {
  const { t } = useTranslation('social')
  const format = useFormat()
  const { isOpen, trade } = useSocialView()
  const waiting = useWaitingCount()
  // Events name players by their id only: their names are in the list.
  useFriends()
  useSocialEvents()
  const label = waiting === 0 ? t('open') : t('open_waiting', { amount: format.exact(waiting) })
  return (
    <>
      <Button
        look="quiet"
        isIcon
        className={BADGE_HOLDER}
        aria-label={label}
        aria-haspopup="dialog"
        title={label}
        onClick={() => setPanelOpen(true)}
      >
        <IconUsers size={20} stroke={1.6} />
        <Badge count={waiting} />
      </Button>
      <Suspense>{isOpen && <SocialPanel />}</Suspense>
      <Suspense>{trade !== undefined && <TradeDialog key={trade.id} trade={trade} />}</Suspense>
    </>
  )
}
