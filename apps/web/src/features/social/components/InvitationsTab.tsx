import type { Invitation } from '@clutch/contract'
import { IconBan } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/format/use-format.ts'
import { Button } from '#shared/ui/Button.tsx'
import { useFriends, useInvitations } from '../api/social.ts'
import { useSocialCommands, type SocialCommands } from '../api/social-commands.ts'
import { recentDeclines } from '../model/recent-declines.ts'
import { findSimilar } from '../model/similar-names.ts'
import { chooseTab } from '../model/social-store.ts'
import { PersonRow } from './PersonRow.tsx'
import { SocialList } from './SocialList.tsx'
import styles from './SocialTabs.module.css'

/** Invitations that wait: those that came, and the own ones. */
export function InvitationsTab() {
  const { t } = useTranslation('social')
  const commands = useSocialCommands()
  return (
    <SocialList
      query={useInvitations()}
      emptyText={t('invitations.empty')}
      emptyAction={<Button onClick={() => chooseTab('search')}>{t('friends.find')}</Button>}
    >
      {(invitations) => (
        <ul className={styles['list']}>
          {invitations.map((invitation) => (
            <InvitationRow key={invitation.user_uuid} invitation={invitation} commands={commands} />
          ))}
        </ul>
      )}
    </SocialList>
  )
}

function InvitationRow(props: { readonly invitation: Invitation; readonly commands: SocialCommands }) {
  const { invitation, commands } = props
  const { t } = useTranslation('social')
  const format = useFormat()
  const warning = useNameWarning(invitation)
  const { user_uuid, name, direction } = invitation
  const when = format.dateTime(invitation.created_at)
  if (direction === 'out') {
    return (
      <PersonRow name={name} detail={t('invitations.sent', { when })} warning={warning}>
        <Button
          isPending={commands.isRunning('cancel', user_uuid)}
          aria-label={t('invitations.cancel_name', { name })}
          onClick={() => void commands.befriend('cancel', invitation)}
        >
          {t('invitations.cancel')}
        </Button>
      </PersonRow>
    )
  }
  return (
    <PersonRow name={name} detail={t('invitations.received', { when })} warning={warning}>
      <Button
        look="accent"
        isPending={commands.isRunning('accept', user_uuid)}
        aria-label={t('invitations.accept_name', { name })}
        onClick={() => void commands.befriend('accept', invitation)}
      >
        {t('invitations.accept')}
      </Button>
      <Button
        isPending={commands.isRunning('decline', user_uuid)}
        aria-label={t('invitations.decline_name', { name })}
        onClick={() => void commands.befriend('decline', invitation)}
      >
        {t('invitations.decline')}
      </Button>
      <Button
        look="quiet"
        isIcon
        isPending={commands.isRunning('block', user_uuid)}
        aria-label={t('block.title', { name })}
        title={t('block.title', { name })}
        onClick={() => void commands.block('block', invitation)}
      >
        <IconBan size={18} stroke={1.6} />
      </Button>
    </PersonRow>
  )
}

/** Warns of a name that was just declined or belongs to a friend: it may be an impostor. */
export function useNameWarning(user: { readonly user_uuid: string; readonly name: string }): string | undefined {
  const { t } = useTranslation('social')
  const { data: friends = [] } = useFriends()
  if (recentDeclines.isNameOfAnother(user.user_uuid, user.name)) return t('friends.just_declined')
  const similar = findSimilar(user, friends)
  return similar === undefined ? undefined : t('friends.similar', { name: similar })
}
