import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/format/use-format.ts'
import { Button } from '#shared/ui/Button.tsx'
import { useBlocked } from '../api/social.ts'
import type { SocialCommands } from '../api/social-commands.ts'
import { PersonRow } from './PersonRow.tsx'
import { SocialList } from './SocialList.tsx'
import styles from './SocialTabs.module.css'
import { Disclosure } from '#shared/ui/Disclosure.tsx'

/** Whom the player blocks, folded away. */
export function BlockedList({ commands }: { readonly commands: SocialCommands }) {
  const { t } = useTranslation('social')
  const format = useFormat()
  const query = useBlocked()
  return (
    <Disclosure
      summary={t('blocked.title', { amount: format.exact(query.data?.length ?? 0) })}
      className={styles['folded']}
    >
      <SocialList query={query} emptyText={t('blocked.empty')}>
        {(blocked) => (
          <ul className={styles['list']}>
            {blocked.map((user) => (
              <PersonRow
                key={user.user_uuid}
                name={user.name}
                detail={t('blocked.since', { when: format.date(user.blocked_at) })}
              >
                <Button
                  isPending={commands.isRunning('unblock', user.user_uuid)}
                  aria-label={t('blocked.unblock_name', { name: user.name })}
                  onClick={() => void commands.block('unblock', user)}
                >
                  {t('blocked.unblock')}
                </Button>
              </PersonRow>
            ))}
          </ul>
        )}
      </SocialList>
    </Disclosure>
  )
}
