import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#shared/ui/Button.tsx'
import styles from '../AdminPanel.module.css'
import { FormField, ReasonField } from '../FormField.tsx'
import { wholeNumber } from '../item-change.ts'
import own from './ServerKeys.module.css'
import { OFFERED_SCOPES, useCreateKey, type NewKey, type OfferedScope } from './server-keys.ts'

const NAME_MAX = 64
const DAY_SEC = 86_400

interface Entry {
  readonly name: string
  readonly scopes: readonly OfferedScope[]
  readonly networks: string
  /** Days until it expires; empty for never. */
  readonly days: string
  readonly coins: string
  readonly units: string
  readonly isTest: boolean
  readonly reason: string
}

const EMPTY: Entry = {
  name: '',
  scopes: [],
  networks: '',
  days: '',
  coins: '',
  units: '',
  isTest: false,
  reason: '',
}

/** Name, scopes, networks and limits of a new key. */
export function KeyForm({ onCreated }: { readonly onCreated: (secret: string) => void }) {
  const { t } = useTranslation('operator')
  const [entry, setEntry] = useState(EMPTY)
  const { mutate, isPending } = useCreateKey()
  const change = (changed: Partial<Entry>) => setEntry({ ...entry, ...changed })
  const field = (name: 'days' | 'coins' | 'units') => (
    <FormField
      label={t(`keys.${name}`)}
      value={entry[name]}
      isWholeNumber
      hint={t('keys.empty_none')}
      onChange={(text) => change({ [name]: text })}
    />
  )
  const isIncomplete = entry.name.trim() === '' || entry.scopes.length === 0 || entry.reason.trim() === ''
  return (
    <form
      noValidate
      className={styles['card']}
      aria-label={t('keys.create')}
      onSubmit={(event) => {
        event.preventDefault()
        if (isIncomplete) return
        mutate(toNewKey(entry, Date.now()), {
          onSuccess: ({ secret }) => {
            setEntry(EMPTY)
            if (secret !== null) onCreated(secret)
          },
        })
      }}
    >
      <h3 className={styles['name']}>{t('keys.create')}</h3>
      <div className={styles['entries']}>
        <FormField
          label={t('keys.name')}
          value={entry.name}
          hint={t('keys.name_hint')}
          maxLength={NAME_MAX}
          onChange={(name) => change({ name })}
        />
        <FormField
          label={t('keys.networks')}
          value={entry.networks}
          hint={t('keys.networks_hint')}
          onChange={(networks) => change({ networks })}
        />
      </div>
      <fieldset className={own['scopes']}>
        <legend>{t('keys.scopes')}</legend>
        {OFFERED_SCOPES.map((scope) => (
          <label key={scope} className={styles['check']}>
            <input
              type="checkbox"
              checked={entry.scopes.includes(scope)}
              onChange={() => change({ scopes: toggle(entry.scopes, scope) })}
            />
            {t(`keys.scope.${scope.replace(':', '_')}`)}
          </label>
        ))}
      </fieldset>
      <div className={styles['entries']}>
        {field('days')}
        {field('coins')}
        {field('units')}
        <ReasonField label={t('keys.reason')} value={entry.reason} onChange={(reason) => change({ reason })} />
      </div>
      <label className={styles['check']}>
        <input type="checkbox" checked={entry.isTest} onChange={({ target }) => change({ isTest: target.checked })} />
        {t('keys.test')}
      </label>
      <div className={styles['line']}>
        <Button type="submit" look="accent" disabled={isIncomplete} isPending={isPending}>
          {t('keys.create')}
        </Button>
      </div>
    </form>
  )
}

function toggle(scopes: readonly OfferedScope[], scope: OfferedScope): readonly OfferedScope[] {
  return scopes.includes(scope) ? scopes.filter((other) => other !== scope) : [...scopes, scope]
}

function toNewKey(entry: Entry, nowMs: number): NewKey {
  const days = wholeNumber(entry.days)
  return {
    name: entry.name,
    scopes: [...entry.scopes],
    networks: entry.networks.split(/[\s,]+/).filter((network) => network !== ''),
    expires_at: days === undefined ? null : Math.floor(nowMs / 1_000) + days * DAY_SEC,
    ceilings: { coins: wholeNumber(entry.coins) ?? null, units_per_item: wholeNumber(entry.units) ?? null },
    test: entry.isTest,
    reason: entry.reason,
  }
}
