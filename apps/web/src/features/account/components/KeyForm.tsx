import type { PlayerKeyScope } from '@clutch/contract'
import { DAY_SEC, SECOND_MS } from '@clutch/contract/formats'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { serverNowMs } from '#shared/timing/server-clock.ts'
import { Button } from '#shared/ui/Button.tsx'
import { Checkbox } from '#shared/ui/Checkbox.tsx'
import { Select } from '#shared/ui/Select.tsx'
import styles from '../AccountPage.module.css'
import { useCreateKey } from '../api/account.ts'
import own from './KeysCard.module.css'

const NAME_MAX = 64
/** Days until a key expires; null for never. */
const EXPIRIES = { month: 30, quarter: 90, year: 365, never: null } as const
type Expiry = keyof typeof EXPIRIES
const CHOICES = ['month', 'quarter', 'year', 'never'] as const satisfies readonly Expiry[]

interface KeyFormProps {
  /** What the game allows. */
  readonly scopes: readonly PlayerKeyScope[]
  readonly onCreated: (secret: string) => void
}

/** Name, permissions and expiry of a new key. */
export function KeyForm({ scopes, onCreated }: KeyFormProps) {
  const { t } = useTranslation('account')
  const id = useId()
  const [name, setName] = useState('')
  const [chosen, setChosen] = useState<ReadonlySet<PlayerKeyScope>>(new Set())
  const [expiry, setExpiry] = useState<Expiry>('quarter')
  const { mutate, isPending } = useCreateKey()
  const isIncomplete = name.trim() === '' || chosen.size === 0
  const choose = (scope: PlayerKeyScope, isChosen: boolean) => {
    const next = new Set(chosen)
    if (isChosen) next.add(scope)
    else next.delete(scope)
    setChosen(next)
  }
  return (
    <form
      noValidate
      className={own['form']}
      aria-label={t('keys.create')}
      onSubmit={(event) => {
        event.preventDefault()
        if (isIncomplete) return
        mutate(
          { name, scopes: [...chosen], expires_at: expiresAt(expiry) },
          {
            onSuccess: ({ secret }) => {
              setName('')
              setChosen(new Set())
              onCreated(secret)
            },
          },
        )
      }}
    >
      <div className={own['fields']}>
        <div className={styles['field']}>
          <label htmlFor={id}>{t('keys.name')}</label>
          <input
            id={id}
            className={styles['input']}
            value={name}
            autoComplete="off"
            maxLength={NAME_MAX}
            aria-describedby={`${id}-hint`}
            onChange={({ target }) => setName(target.value)}
          />
          <span id={`${id}-hint`} className={styles['hint']}>
            {t('keys.name_hint')}
          </span>
        </div>
        <Select
          label={t('keys.expires')}
          isStacked
          value={expiry}
          choices={CHOICES.map((value) => ({ value, text: t(`keys.expiry.${value}`) }))}
          onChange={setExpiry}
        />
      </div>
      <fieldset className={own['choices']}>
        <legend>{t('keys.scopes')}</legend>
        {scopes.map((scope) => (
          <Checkbox key={scope} isChecked={chosen.has(scope)} onChange={(isChosen) => choose(scope, isChosen)}>
            {t(`keys.scope.${scope.replace(':', '_')}`)}
          </Checkbox>
        ))}
      </fieldset>
      <div className={styles['acts']}>
        <Button type="submit" look="accent" disabled={isIncomplete} isPending={isPending}>
          {t('keys.create')}
        </Button>
      </div>
    </form>
  )
}

function expiresAt(expiry: Expiry): number | null {
  const days = EXPIRIES[expiry]
  return days === null ? null : Math.floor(serverNowMs() / SECOND_MS) + days * DAY_SEC
}
