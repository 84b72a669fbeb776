import type { ChatTimeOut } from '@clutch/contract'
import { CHAT_TEXT_LENGTH_MAX } from '@clutch/contract/constants'
import { IconSend2 } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/format/use-format.ts'
import { useErrorText } from '#shared/i18n/use-error-text.ts'
import { Button } from '#shared/ui/Button.tsx'
import { pressedKey } from '#shared/ui/keyboard.ts'
import { useNowSec } from '#shared/ui/use-now.ts'
import type { Channel } from '../api/channels.ts'
import type { Refusal } from '../hooks/use-send-message.ts'
import { useSuggestions } from '../hooks/use-suggestions.ts'
import { waitSecOf } from '../model/slow-mode.ts'
import { complete, completionAt } from '../model/suggestions.ts'
import styles from './Composer.module.css'
import { Suggestions } from './Suggestions.tsx'
import { Select } from '#shared/ui/Select.tsx'

const TICK_MS = 500
/** Document 2 §2. */
const ROWS_MAX = 5
/** The unfinished message when the chat was closed; restored when it opens again. */
let unsent = { ownId: '', text: '' }

/** Remaining characters are shown from here on. */
const COUNTED_FROM = CHAT_TEXT_LENGTH_MAX - 50

interface ComposerProps {
  /** The author, so that another player in the same tab does not see the text. */
  readonly ownId: string
  readonly channels: readonly Channel[]
  readonly timeOut: ChatTimeOut | null
  /** Moderators are exempt from slow mode. */
  readonly isModerator: boolean
  readonly namesInSight: readonly string[]
  /** The player's last message per channel, in Unix seconds. */
  readonly lastSentSec: ReadonlyMap<string, number>
  readonly refusal: Refusal | undefined
  readonly onSend: (channelId: string, text: string) => void
}

/** The message field: up to five rows; Enter sends, Shift Enter breaks the line (document 2 §2). */
export function Composer(props: ComposerProps) {
  const { ownId, channels, timeOut, isModerator, namesInSight, lastSentSec, refusal, onSend } = props
  const { t } = useTranslation('chat')
  const format = useFormat()
  const errorText = useErrorText()
  const nowSec = useNowSec(TICK_MS)
  const field = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState(unsent.ownId === ownId ? unsent.text : '')
  const [caret, setCaret] = useState(0)
  const [chosenId, setChosenId] = useState<string | undefined>()
  const [shownRefusal, setShownRefusal] = useState(refusal)
  const target = channels.find(({ ID }) => ID === chosenId) ?? channels[0]
  useEffect(() => {
    unsent = { ownId, text }
  }, [ownId, text])
  const completion = completionAt(text, caret)
  const suggestions = useSuggestions(completion, namesInSight)
  const listId = useId()

  if (refusal !== shownRefusal) {
    setShownRefusal(refusal)
    // A rejected text returns to the field, unless another one has been started.
    if (refusal !== undefined && text === '') setText(refusal.text)
  }
  const silencedUntil = timeOut !== null && timeOut.until > nowSec ? timeOut : undefined
  const waitSec =
    target === undefined || isModerator ? 0 : waitSecOf(target.slow_mode_sec, lastSentSec.get(target.ID) ?? 0, nowSec)
  const length = Array.from(text.trim()).length
  const canWrite = target !== undefined && target.can_write && silencedUntil === undefined
  const canSend = canWrite && waitSec === 0 && length > 0 && length <= CHAT_TEXT_LENGTH_MAX

  const send = () => {
    if (!canSend) return
    onSend(target.ID, text.trim())
    setText('')
    setCaret(0)
  }
  const choose = (index: number) => {
    const choice = suggestions.list[index]
    if (completion === undefined || choice === undefined) return
    const done = complete(text, caret, completion, choice.insert)
    // The text must be set before the caret moves, and both before the next key is handled.
    flushSync(() => {
      setText(done.text)
      setCaret(done.caret)
    })
    field.current?.focus()
    field.current?.setSelectionRange(done.caret, done.caret)
  }
  const press = (event: KeyboardEvent) => {
    const key = pressedKey(event)
    if (suggestions.press(key, choose)) return event.preventDefault()
    if (key !== 'Enter' || event.shiftKey) return
    event.preventDefault()
    send()
  }
  return (
    <form
      className={styles['composer']}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <div className={styles['notes']} role="alert">
        {refusal !== undefined && <p className={styles['refused']}>{errorText(refusal.error)}</p>}
        {silencedUntil !== undefined && (
          <p className={styles['refused']}>
            {t('timed_out', { until: format.dateTime(silencedUntil.until), reason: silencedUntil.reason })}
          </p>
        )}
      </div>
      {channels.length > 1 && (
        <Select
          label={t('write_to')}
          className={styles['target']}
          value={target?.ID ?? ''}
          choices={channels.map(({ ID, Name }) => ({ value: ID, text: Name }))}
          onChange={setChosenId}
        />
      )}
      {suggestions.list.length > 0 && <Suggestions id={listId} suggestions={suggestions} onChoose={choose} />}
      <div className={styles['row']}>
        <textarea
          ref={field}
          rows={Math.min(ROWS_MAX, text.split('\n').length)}
          value={text}
          disabled={!canWrite}
          className={styles['field']}
          placeholder={t(target?.can_write === false ? 'read_only' : 'placeholder')}
          aria-label={target === undefined ? t('placeholder') : t('message_to', { name: target.Name })}
          aria-autocomplete="list"
          aria-controls={suggestions.list.length > 0 ? listId : undefined}
          aria-activedescendant={suggestions.list.length > 0 ? `${listId}-${suggestions.active}` : undefined}
          onChange={(event) => {
            setText(event.target.value)
            setCaret(event.target.selectionStart)
          }}
          onSelect={(event) => setCaret(event.currentTarget.selectionStart)}
          onKeyDown={press}
        />
        <Button type="submit" look="accent" isIcon aria-label={t('send')} title={t('send')} disabled={!canSend}>
          <IconSend2 size={20} stroke={1.6} />
        </Button>
      </div>
      <p className={styles['hint']}>
        {waitSec > 0 && <span>{t('slow_mode_wait', { count: waitSec })}</span>}
        {waitSec === 0 && (target?.slow_mode_sec ?? 0) > 0 && (
          <span>{t('slow_mode', { count: target?.slow_mode_sec ?? 0 })}</span>
        )}
        {length > COUNTED_FROM && (
          <span data-over={length > CHAT_TEXT_LENGTH_MAX || undefined}>
            {t('characters_left', { amount: format.exact(CHAT_TEXT_LENGTH_MAX - length) })}
          </span>
        )}
      </p>
    </form>
  )
}
