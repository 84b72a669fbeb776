import { Dialog } from '@base-ui/react/dialog'
import { Tabs } from '@base-ui/react/tabs'
import { IconX } from '@tabler/icons-react'
import { useLayoutEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/format/use-format.ts'
import { Button } from '#shared/ui/Button.tsx'
import { isOnToasts } from '#shared/ui/toast-store.ts'
import { useFriends, useInvitations, useTrades } from '../api/social.ts'
import {
  chooseTab,
  setPanelOpen,
  showWaitingTab,
  SOCIAL_TABS,
  useSocialView,
  type SocialTab,
} from '../model/social-store.ts'
import { FriendsTab } from './FriendsTab.tsx'
import { InvitationsTab } from './InvitationsTab.tsx'
import { SearchTab } from './SearchTab.tsx'
import styles from './SocialPanel.module.css'
import { TradesTab } from './TradesTab.tsx'

const VIEWS = { friends: FriendsTab, invitations: InvitationsTab, search: SearchTab, trades: TradesTab } as const

/** Friends, invitations, search and trades: at the right edge, or as a sheet on a phone (document 2 §2). */
export function SocialPanel() {
  const { t } = useTranslation('social')
  const { t: tShell } = useTranslation()
  const { tab } = useSocialView()
  const { data: invitations } = useInvitations()
  const { data: trades } = useTrades()
  // Before the first paint if the lists have loaded.
  useLayoutEffect(() => {
    if (invitations !== undefined && trades !== undefined) showWaitingTab(invitations, trades)
  }, [invitations, trades])
  return (
    <Dialog.Root
      open
      onOpenChange={(isOpen, { event }) => {
        if (!isOpen && !isOnToasts(event.target)) setPanelOpen(false)
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className={styles['backdrop']} />
        <Dialog.Viewport className={styles['viewport']}>
          <Dialog.Popup className={styles['panel']}>
            <div className={styles['head']}>
              <Dialog.Title className={styles['title']}>{t('title')}</Dialog.Title>
              <Dialog.Close
                render={
                  <Button look="quiet" isIcon aria-label={tShell('action.close')}>
                    <IconX size={18} />
                  </Button>
                }
              />
            </div>
            <Tabs.Root className={styles['root']} value={tab} onValueChange={(chosen: SocialTab) => chooseTab(chosen)}>
              <Tabs.List className={styles['tabs']} aria-label={t('title')}>
                {SOCIAL_TABS.map((each) => (
                  <Tabs.Tab key={each} value={each} className={styles['tab']}>
                    {t(`tab.${each}`)}
                    <Count tab={each} />
                  </Tabs.Tab>
                ))}
              </Tabs.List>
              {SOCIAL_TABS.map((each) => {
                const View = VIEWS[each]
                return (
                  <Tabs.Panel key={each} value={each} className={styles['view']}>
                    <View />
                  </Tabs.Panel>
                )
              })}
            </Tabs.Root>
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function Count({ tab }: { readonly tab: SocialTab }) {
  const format = useFormat()
  const { data: friends } = useFriends()
  const { data: invitations } = useInvitations()
  const { data: trades } = useTrades()
  const list = { friends, invitations, search: undefined, trades }[tab]
  if (list === undefined) return null
  return <span className={styles['count']}>{format.exact(list.length)}</span>
}
