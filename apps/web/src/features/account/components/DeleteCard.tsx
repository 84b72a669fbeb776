import { DELETION_CONFIRMATION, DELETION_DELAY_DAYS } from '@clutch/contract/constants'
import { DAY_SEC, SECOND_MS } from '@clutch/contract/formats'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/format/use-format.ts'
import { serverNowMs } from '#shared/timing/server-clock.ts'
import { Button } from '#shared/ui/Button.tsx'
import { ConfirmDialog } from '#shared/ui/ConfirmDialog.tsx'
import styles from '../AccountPage.module.css'
import { useDeleteAccount } from '../api/account.ts'

const EFFECTS = ['goods', 'people', 'data', 'again'] as const

/** What deleting the account means, and the button that asks for it. */
export function DeleteCard() {
  const { t } = useTranslation('account')
  const [isOpen, setOpen] = useState(false)
  return (
    <section className={styles['card']} aria-labelledby="delete-title">
      <h2 id="delete-title" className={styles['title']}>
        {t('delete.title')}
      </h2>
      <p className={styles['text']}>{t('delete.text')}</p>
      <ul className={styles['effects']}>
        {EFFECTS.map((effect) => (
          <li key={effect}>{t(`delete.effects.${effect}`)}</li>
        ))}
      </ul>
      <div className={styles['acts']}>
        <Button look="sell" onClick={() => setOpen(true)}>
          {t('delete.open')}
        </Button>
      </div>
      {isOpen && <DeleteDialog onClose={() => setOpen(false)} />}
    </section>
  )
}

/** Needs the typed word. */
function DeleteDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('account')
  const { dateTime } = useFormat()
  const id = useId()
  const [word, setWord] = useState('')
  const [isWrong, setWrong] = useState(false)
  const { mutate, isPending, error } = useDeleteAccount(({ deletes_at }) =>
    t('delete.requested', { time: dateTime(deletes_at) }),
  )
  const [deletesAt] = useState(() => Math.floor(serverNowMs() / SECOND_MS) + DELETION_DELAY_DAYS * DAY_SEC)
  const confirm = () => {
    const isRight = word.trim() === DELETION_CONFIRMATION
    setWrong(!isRight)
    if (isRight) mutate(undefined)
  }
  return (
    <ConfirmDialog
      title={t('delete.title')}
      isOpen
      isPending={isPending}
      error={error}
      confirmLabel={t('delete.button')}
      onConfirm={confirm}
      onClose={onClose}
    >
      <div className={styles['dialog']}>
        <p>{t('banner.text', { time: dateTime(deletesAt) })}</p>
        <p>{t('delete.sign_out')}</p>
        <div className={styles['field']}>
          <label htmlFor={id}>{t('delete.confirm', { word: DELETION_CONFIRMATION })}</label>
          <input
            id={id}
            className={styles['input']}
            value={word}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            data-initial-focus
            aria-invalid={isWrong || undefined}
            aria-describedby={`${id}-problem`}
            onChange={({ target }) => setWord(target.value)}
          />
          <span id={`${id}-problem`} role="alert" className={styles['problem']}>
            {isWrong && t('delete.wrong', { word: DELETION_CONFIRMATION })}
          </span>
        </div>
      </div>
    </ConfirmDialog>
  )
}
