import {
  formatTable,
  parseTable,
  prizeIndexOf,
  rollOf,
  seedHashOf,
  tableHashOf,
  totalWeightOf,
} from '@clutch/contract/fair'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSignedIn } from '#shared/auth/session.ts'
import { useFormat } from '#shared/format/use-format.ts'
import pages from '#shared/ui/TablePage.module.css'
import { useTitle } from '#shared/ui/use-title.ts'
import { seedsQuery } from './api/roulette.ts'
import { PrizeLabel } from './components/PrizeLabel.tsx'
import styles from './RoulettePages.module.css'

const SEED = /^[0-9a-f]{64}$/

/**
 * Recomputes any past spin in the browser from the revealed values alone, without the server. A link from a spin fills
 * in that spin's prize table.
 */
export function VerifyPage() {
  const { t } = useTranslation('roulette')
  const format = useFormat()
  useTitle(t('tabs.verify'))
  const given = useSearch({ strict: false }) as Readonly<Record<string, string | number | undefined>>
  const [seed, setSeed] = useState(String(given['seed'] ?? ''))
  const [client, setClient] = useState(String(given['client'] ?? ''))
  const [nonce, setNonce] = useState(String(given['nonce'] ?? '0'))
  const [typed, setTyped] = useState<string | undefined>()
  const { data: seeds } = useQuery({ ...seedsQuery, enabled: useSignedIn() })
  const known = seeds?.tables.find(({ table_hash }) => table_hash === given['table']) ?? seeds?.tables[0]
  const table = typed ?? (known === undefined ? '' : formatTable(known.prizes))
  const prizes = parseTable(table)
  const isComplete = SEED.test(seed) && /^\d{1,15}$/.test(nonce) && prizes !== undefined
  const roll = isComplete
    ? rollOf({ seed, clientSeed: client, nonce: Number(nonce) }, totalWeightOf(prizes))
    : undefined
  const prize = roll === undefined || prizes === undefined ? undefined : prizes[prizeIndexOf(roll, prizes)]
  return (
    <div className={pages['page']}>
      <p className={styles['note']}>{t('verify_note')}</p>
      <div className={styles['columns']}>
        <div className={styles['form']}>
          <label>
            {t('revealed_seed')}
            <input
              value={seed}
              spellCheck={false}
              autoComplete="off"
              onChange={(event) => setSeed(event.target.value.trim())}
            />
          </label>
          <label>
            {t('fairness.client_seed')}
            <input
              value={client}
              spellCheck={false}
              autoComplete="off"
              onChange={(event) => setClient(event.target.value.trim())}
            />
          </label>
          <label>
            {t('fairness.nonce')}
            <input
              value={nonce}
              inputMode="numeric"
              autoComplete="off"
              onChange={(event) => setNonce(event.target.value.trim())}
            />
          </label>
          <label>
            {t('table_text')}
            <textarea value={table} spellCheck={false} onChange={(event) => setTyped(event.target.value)} />
          </label>
        </div>
        <output className={styles['outcome']}>
          {roll === undefined || prize === undefined || prizes === undefined ? (
            <p>{t('verify_incomplete')}</p>
          ) : (
            <>
              <p>
                {t('roll')}: {format.exact(roll)} / {format.exact(totalWeightOf(prizes))}
              </p>
              <p>
                {t('prize')}: <PrizeLabel itemId={prize.item_id} count={prize.count} />
              </p>
              <p>
                {t('revealed_seed_hash')}: {seedHashOf(seed)}
              </p>
              <p>
                {t('fairness.table_hash')}: {tableHashOf(prizes)}
              </p>
            </>
          )}
        </output>
      </div>
    </div>
  )
}
