import { IconUsers } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useProfile } from '#shared/account/profile.ts'
import { useFormat } from '#shared/format/use-format.ts'
import { lazyChunk, useIsIdle } from '#shared/loading/lazy-chunk.tsx'
import { Badge, BADGE_HOLDER } from '#shared/ui/Badge.tsx'
import { Button } from '#shared/ui/Button.tsx'
import { useWaitingCount } from '../../features/social/api/waiting.ts'
import { setPanelOpen, useSocialView } from '../../features/social/model/social-store.ts'

const Social = lazyChunk(async () => (await import('../../features/social/Social.tsx')).Social)

/**
 * Opens the social panel; shows the number of pending invitations and open trades (document 2 §2). Only shown with a
 * profile. The panel's code loads after the first view or with the first press, and stays mounted, or it would miss
 * events.
 */
export function SocialButton() {
  const { t } = useTranslation()
  const format = useFormat()
  const { data: profile } = useProfile()
  const { isOpen } = useSocialView()
  const isIdle = useIsIdle()
  const [isFollowing, setFollowing] = useState(false)
  const waiting = useWaitingCount()
  const label = waiting === 0 ? t('social.open') : t('social.open_waiting', { amount: format.exact(waiting) })
  if ((isOpen || isIdle) && !isFollowing) setFollowing(true)
  if (profile === undefined) return null
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
      <Suspense>{isFollowing && <Social />}</Suspense>
    </>
  )
}
