import type { CallResponse } from '@clutch/contract'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { newActionKey } from '#shared/api/action-key.ts'
import { useFormat } from '#shared/format/use-format.ts'
import { useErrorText } from '#shared/i18n/use-error-text.ts'
import { Button } from '#shared/ui/Button.tsx'
import { showToast } from '#shared/ui/toast-store.ts'
import { useSetClientSeed } from '../api/roulette.ts'
import styles from './FairnessPanel.module.css'

const CLIENT_SEED = /^[A-Za-z0-9_-]{1,64}$/

/** The committed server seed, and a field for the player's own seed, which takes part in the draw. */
export function FairnessPanel({ wheel }: { readonly wheel: CallResponse<'GET /roulette/get'> }) {
  const { t } = useTranslation('roulette')
  const format = useFormat()
  const errorText = useErrorText()
  const fieldId = useId()
  const [seed, setSeed] = useState(() => newActionKey())
  const choosing = useSetClientSeed()
  const isValid = CLIENT_SEED.test(seed)
  const facts = [
    ['seed_hash', wheel.seed_hash],
    ['next_seed_hash', wheel.next_seed_hash],
    ['client_seed', wheel.client_seed],
    ['nonce', format.exact(wheel.nonce)],
    ['table_hash', wheel.table_hash],
  ] as const
  return (
    <section className={styles['panel']} aria-label={t('fairness.title')}>
      <h2 className={styles['heading']}>{t('fairness.title')}</h2>
      <p className={styles['note']}>{t('fairness.explained')}</p>
      <dl className={styles['facts']}>
        {facts.map(([key, value]) => (
          <div key={key}>
            <dt>{t(`fairness.${key}`)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <form
        noValidate
        className={styles['form']}
        onSubmit={(event) => {
          event.preventDefault()
          if (!isValid) return
          choosing.run(
            { client_seed: seed },
            {
              onSuccess() {
                showToast(t('fairness.rotated'))
                setSeed(newActionKey())
              },
            },
          )
        }}
      >
        <label htmlFor={fieldId}>{t('fairness.new_seed')}</label>
        <input
          id={fieldId}
          value={seed}
          autoComplete="off"
          spellCheck={false}
          aria-invalid={!isValid}
          onChange={(event) => setSeed(event.target.value.trim())}
        />
        <Button type="submit" isPending={choosing.isPending} disabled={!isValid}>
          {t('fairness.rotate')}
        </Button>
        <div className={styles['failed']} role="alert">
          {!isValid && <p>{t('fairness.invalid_seed')}</p>}
          {choosing.error !== null && <p>{errorText(choosing.error)}</p>}
        </div>
      </form>
    </section>
  )
}
