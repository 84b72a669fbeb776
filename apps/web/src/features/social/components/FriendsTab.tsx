import type { Friend } from '@clutch/contract'
import { Link } from '@tanstack/react-router'
import { IconBan, IconBook2, IconUserMinus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/format/use-format.ts'
import { Button } from '#shared/ui/Button.tsx'
import { LazyConfirmDialog } from '#shared/ui/LazyConfirmDialog.tsx'
import buttons from '#shared/ui/Button.module.css'
import { classNames } from '#shared/ui/class-names.ts'
import { useFriends } from '../api/social.ts'
import { useSocialCommands, type NamedUser } from '../api/social-commands.ts'
import { findSimilar } from '../model/similar-names.ts'
import { chooseTab, setPanelOpen } from '../model/social-store.ts'
import { BlockedList } from './BlockedList.tsx'
import { PersonRow } from './PersonRow.tsx'
import { SocialList } from './SocialList.tsx'
import styles from './SocialTabs.module.css'

type Question = { readonly act: 'remove' | 'block'; readonly user: NamedUser }

/** The player's friends with their actions, and below them the blocked players. */
export function FriendsTab() {
  const { t } = useTranslation('social')
  const commands = useSocialCommands()
  const [question, setQuestion] = useState<Question>()
  const isPending = question !== undefined && commands.isRunning(question.act, question.user.user_uuid)
  const confirm = async ({ act, user }: Question) => {
    await (act === 'remove' ? commands.befriend('remove', user) : commands.block('block', user))
    setQuestion(undefined)
  }
  return (
    <>
      <SocialList
        query={useFriends()}
        emptyText={t('friends.empty')}
        emptyAction={<Button onClick={() => chooseTab('search')}>{t('friends.find')}</Button>}
        errorKey="failed.load_friends"
      >
        {(friends) => (
          <ul className={styles['list']}>
            {friends.map((friend) => (
              <FriendRow
                key={friend.user_uuid}
                friend={friend}
                similar={findSimilar(friend, friends)}
                isTrading={commands.isRunning('trade', friend.user_uuid)}
                onTrade={() => void commands.trade(friend)}
                onAsk={(act) => setQuestion({ act, user: friend })}
              />
            ))}
          </ul>
        )}
      </SocialList>
      <BlockedList commands={commands} />
      <LazyConfirmDialog
        title={question === undefined ? '' : t(`${question.act}.title`, { name: question.user.name })}
        isOpen={question !== undefined}
        isPending={isPending}
        error={null}
        confirmLabel={t(question?.act === 'block' ? 'block.confirm' : 'remove.confirm')}
        onConfirm={() => question !== undefined && void confirm(question)}
        onClose={() => setQuestion(undefined)}
      >
        <p>{t(question?.act === 'block' ? 'block.question' : 'remove.question')}</p>
      </LazyConfirmDialog>
    </>
  )
}

interface FriendRowProps {
  readonly friend: Friend
  readonly similar: string | undefined
  readonly isTrading: boolean
  readonly onTrade: () => void
  readonly onAsk: (act: Question['act']) => void
}

const ICON_LINK = classNames(buttons['button'], buttons['quiet'], buttons['icon'])

function FriendRow({ friend, similar, isTrading, onTrade, onAsk }: FriendRowProps) {
  const { t } = useTranslation('social')
  const format = useFormat()
  const { name } = friend
  return (
    <PersonRow
      name={name}
      isOnline={friend.online}
      onlineText={t(friend.online ? 'friends.online' : 'friends.offline')}
      detail={t('friends.since', { when: format.date(friend.since) })}
      warning={similar === undefined ? undefined : t('friends.similar', { name: similar })}
    >
      <Button look="accent" isPending={isTrading} aria-label={t('friends.trade_with', { name })} onClick={onTrade}>
        {t('friends.trade')}
      </Button>
      <Link
        to="/friends/$userId"
        params={{ userId: friend.user_uuid }}
        className={ICON_LINK}
        aria-label={t('friends.ledger', { name })}
        title={t('friends.ledger', { name })}
        onClick={() => setPanelOpen(false)}
      >
        <IconBook2 size={18} stroke={1.6} />
      </Link>
      <Button
        look="quiet"
        isIcon
        aria-label={t('remove.title', { name })}
        title={t('remove.title', { name })}
        onClick={() => onAsk('remove')}
      >
        <IconUserMinus size={18} stroke={1.6} />
      </Button>
      <Button
        look="quiet"
        isIcon
        aria-label={t('block.title', { name })}
        title={t('block.title', { name })}
        onClick={() => onAsk('block')}
      >
        <IconBan size={18} stroke={1.6} />
      </Button>
    </PersonRow>
  )
}
