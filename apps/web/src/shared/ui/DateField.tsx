import { IconCalendar, IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useId, useRef, useState, type KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import {
  addDays,
  addMonths,
  dayPattern,
  formatDay,
  longDay,
  monthName,
  parseDay,
  weekdaysOf,
  weeksOf,
  type IsoDay,
} from './calendar.ts'
import { serverNowMs } from '../timing/server-clock.ts'
import { Button } from './Button.tsx'
import { classNames } from './class-names.ts'
import styles from './DateField.module.css'
import { Popover } from './Popover.tsx'

interface DateFieldProps {
  readonly label: string
  /** The label is above the field, as in forms, instead of to its left. */
  readonly isStacked?: boolean
  /** Empty, or a day; with `hasTime` a local time. */
  readonly value: IsoDay
  readonly hasTime?: boolean
  readonly max?: IsoDay
  readonly hint?: string
  readonly onChange: (value: IsoDay) => void
}

/** A day, and a time if wanted, typed in the order of the app's language or chosen in a calendar. */
export function DateField(props: DateFieldProps) {
  const { label, isStacked = false, value, hasTime = false, max, hint = '', onChange } = props
  const { t, i18n } = useTranslation()
  const language = i18n.resolvedLanguage ?? i18n.language
  const id = useId()
  const [typed, setTyped] = useState<string | null>(null)
  const [opener, setOpener] = useState<Element | null>(null)
  const isWrong = typed !== null && parseDay(language, typed, hasTime) === undefined
  const letters = { day: t('date.letters.day'), month: t('date.letters.month'), year: t('date.letters.year') }
  const pattern = `${dayPattern(language, letters)}${hasTime ? ' --:--' : ''}`
  const accept = (next: IsoDay) => {
    setTyped(null)
    const kept = max !== undefined && next > max ? max : next
    if (kept !== value) onChange(kept)
  }
  const finish = () => {
    const next = typed === null ? undefined : parseDay(language, typed, hasTime)
    if (next !== undefined) accept(next)
  }
  return (
    <div className={classNames(styles['entry'], isStacked && styles['stacked'])}>
      <label htmlFor={id} className={styles['label']}>
        {label}
      </label>
      <span className={styles['field']} data-wrong={isWrong || undefined}>
        <input
          id={id}
          className={styles['input']}
          value={typed ?? formatDay(language, value)}
          placeholder={pattern}
          size={hasTime ? TIME_LENGTH : DAY_LENGTH}
          autoComplete="off"
          aria-invalid={isWrong || undefined}
          aria-describedby={hint === '' ? undefined : `${id}-hint`}
          onChange={({ target }) => setTyped(target.value)}
          onBlur={finish}
          onKeyDown={({ key }) => {
            if (key === 'Enter') finish()
          }}
        />
        <button
          type="button"
          className={styles['open']}
          aria-label={t('date.open')}
          aria-haspopup="dialog"
          aria-expanded={opener !== null}
          onClick={({ currentTarget }) => setOpener(opener === null ? currentTarget : null)}
        >
          <IconCalendar size={16} aria-hidden="true" />
        </button>
      </span>
      {hint !== '' && (
        <span id={`${id}-hint`} className={styles['hint']}>
          {hint}
        </span>
      )}
      {opener !== null && (
        <Popover opener={opener} label={label} onClose={() => setOpener(null)}>
          <Calendar
            language={language}
            chosen={value.slice(0, DAY_LENGTH)}
            max={max}
            onChoose={(day) => {
              accept(hasTime ? `${day}T${value.slice(DAY_LENGTH + 1) || MIDNIGHT}` : day)
              setOpener(null)
            }}
          />
        </Popover>
      )}
    </div>
  )
}

const DAY_LENGTH = 'YYYY-MM-DD'.length
const TIME_LENGTH = 'YYYY-MM-DD HH:MM'.length
const MIDNIGHT = '00:00'

interface CalendarProps {
  readonly language: string
  readonly chosen: IsoDay
  readonly max: IsoDay | undefined
  readonly onChoose: (day: IsoDay) => void
}

/** A month of days. Arrow keys move by a day or a week, Page Up and Page Down by a month. */
function Calendar({ language, chosen, max, onChoose }: CalendarProps) {
  const { t } = useTranslation()
  const [today] = useState(() => new Date(serverNowMs()).toISOString().slice(0, DAY_LENGTH))
  const [active, setActive] = useState(chosen === '' ? today : chosen)
  const grid = useRef<HTMLTableElement>(null)
  const isAfterMax = (day: IsoDay) => max !== undefined && day > max
  const press = (event: KeyboardEvent) => {
    const next = dayAfterKey(active, event.key)
    if (next === undefined) return
    event.preventDefault()
    if (isAfterMax(next)) return
    // The day's button exists only once the month is drawn.
    flushSync(() => setActive(next))
    grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
  }
  const nextMonth = addMonths(`${active.slice(0, 8)}01`, 1)
  return (
    <div className={styles['calendar']}>
      <div className={styles['head']}>
        <Button look="quiet" isIcon aria-label={t('date.earlier')} onClick={() => setActive(addMonths(active, -1))}>
          <IconChevronLeft size={18} />
        </Button>
        <span className={styles['month']} aria-live="polite">
          {monthName(language, active)}
        </span>
        <Button
          look="quiet"
          isIcon
          aria-label={t('date.later')}
          disabled={isAfterMax(nextMonth)}
          onClick={() => setActive(isAfterMax(addMonths(active, 1)) ? (max ?? active) : addMonths(active, 1))}
        >
          <IconChevronRight size={18} />
        </Button>
      </div>
      {/* Handles the arrow keys of the days inside. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <table ref={grid} className={styles['grid']} aria-label={monthName(language, active)} onKeyDown={press}>
        <thead>
          <tr>
            {weekdaysOf(language).map(({ short, long }) => (
              <th key={long} scope="col" abbr={long}>
                {short}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(language, active).map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <td key={day}>
                  <button
                    type="button"
                    className={styles['day']}
                    tabIndex={day === active ? 0 : -1}
                    data-initial-focus={day === active || undefined}
                    data-outside={day.slice(0, 7) !== active.slice(0, 7) || undefined}
                    aria-label={longDay(language, day)}
                    aria-pressed={day === chosen}
                    aria-current={day === today ? 'date' : undefined}
                    disabled={isAfterMax(day)}
                    onClick={() => onChoose(day)}
                  >
                    {Number(day.slice(DAY_LENGTH - 2))}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function dayAfterKey(day: IsoDay, key: string): IsoDay | undefined {
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, -1)
    case 'ArrowRight':
      return addDays(day, 1)
    case 'ArrowUp':
      return addDays(day, -7)
    case 'ArrowDown':
      return addDays(day, 7)
    case 'PageUp':
      return addMonths(day, -1)
    case 'PageDown':
      return addMonths(day, 1)
    default:
      return undefined
  }
}
