import type { FoundUser } from '@clutch/contract'
import { FIND_USERS_QUERY_MAX } from '@clutch/contract/constants'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#shared/ui/Button.tsx'
import { useFoundUsers, useInvitations } from '../api/social.ts'
import { useSocialCommands, type SocialCommands } from '../api/social-commands.ts'
import { useNameWarning } from './InvitationsTab.tsx'
import { PersonRow } from './PersonRow.tsx'
import { SocialList } from './SocialList.tsx'
import styles from './SocialTabs.module.css'

/** Finds players by a part of their name. */
export function SearchTab() {
  const { t } = useTranslation('social')
  const [text, setText] = useState('')
  const commands = useSocialCommands()
  const { isSearched, ...query } = useFoundUsers(text)
  return (
    <>
      <label className={styles['search']}>
        <IconSearch size={18} aria-hidden="true" />
        <span className="visually-hidden">{t('search.label')}</span>
        <input
          type="search"
          value={text}
          maxLength={FIND_USERS_QUERY_MAX}
          placeholder={t('search.label')}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setText(event.target.value)}
        />
      </label>
      {isSearched ? (
        <SocialList query={query} emptyText={t('search.none')} errorKey="failed.search">
          {(users) => (
            <ul className={styles['list']}>
              {users.map((user) => (
                <FoundRow key={user.user_uuid} user={user} commands={commands} />
              ))}
            </ul>
          )}
        </SocialList>
      ) : (
        <p className={styles['hint']}>{t('search.hint')}</p>
      )}
    </>
  )
}

function FoundRow({ user, commands }: { readonly user: FoundUser; readonly commands: SocialCommands }) {
  const { t } = useTranslation('social')
  const warning = useNameWarning(user)
  const { data: invitations = [] } = useInvitations()
  const { name, status, user_uuid } = user
  const hasInvited =
    status === 'pending' && invitations.some((each) => each.direction === 'in' && each.user_uuid === user_uuid)
  return (
    <PersonRow name={name} warning={status === 'accepted' ? undefined : warning}>
      {hasInvited ? (
        <Button
          look="accent"
          isPending={commands.isRunning('accept', user_uuid)}
          aria-label={t('invitations.accept_name', { name })}
          onClick={() => void commands.befriend('accept', user)}
        >
          {t('invitations.accept')}
        </Button>
      ) : status === 'accepted' || status === 'pending' ? (
        <Button disabled>{t(status === 'accepted' ? 'search.friend' : 'search.pending')}</Button>
      ) : status === 'blocked' ? (
        <Button
          isPending={commands.isRunning('unblock', user_uuid)}
          aria-label={t('blocked.unblock_name', { name })}
          onClick={() => void commands.block('unblock', user)}
        >
          {t('blocked.unblock')}
        </Button>
      ) : (
        <Button
          look="accent"
          isPending={commands.isRunning('invite', user_uuid)}
          aria-label={t('search.invite_name', { name })}
          onClick={() => void commands.befriend('invite', user)}
        >
          {t('search.invite')}
        </Button>
      )}
    </PersonRow>
  )
}
