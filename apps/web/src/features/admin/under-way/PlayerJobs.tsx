import type { PlayerJob } from '@clutch/contract'
import { useTranslation } from 'react-i18next'
import { useItemName } from '#shared/catalogue/use-item-name.ts'
import { useFormat } from '#shared/format/use-format.ts'
import { useLanguage } from '#shared/i18n/use-language.ts'
import { useCraftRecipes, useFactoryRecipes, useHarvestRecipes } from '#shared/production/recipes.ts'
import type { Column } from '#shared/ui/DataRow.tsx'
import { DataTable } from '#shared/ui/DataTable.tsx'
import styles from '../AdminPanel.module.css'
import { usePlayerJobs } from './under-way.ts'

/** Menu labels of the job kinds. */
const MENU = { craft: 'menu.craft', factory: 'menu.factory', harvest: 'menu.harvesting' } as const

/** A player's unfinished crafts, factory jobs and harvests. */
export function PlayerJobs({ steamId }: { readonly steamId: string }) {
  const { t } = useTranslation(['support', 'production', 'shell'])
  const format = useFormat()
  const nameOf = useRecipeName()
  const { data, error, refetch } = usePlayerJobs(steamId)
  const columns: readonly Column<PlayerJob>[] = [
    { key: 'name', head: t('production:queue.name'), isName: true, renderCell: nameOf },
    { key: 'kind', head: t('player.kind'), renderCell: ({ kind }) => t(`shell:${MENU[kind]}`) },
    {
      key: 'count',
      head: t('production:queue.count'),
      look: 'number',
      renderCell: ({ count }) => format.exact(count),
    },
    { key: 'start', head: t('production:queue.start'), renderCell: ({ start_at }) => format.dateTime(start_at) },
    { key: 'end', head: t('production:queue.end'), renderCell: ({ end_at }) => format.dateTime(end_at) },
  ]
  return (
    <>
      <DataTable
        label={t('player.jobs')}
        columns={columns}
        rows={data?.response}
        error={error}
        onRetry={() => void refetch()}
        keyOf={({ id }) => id}
        empty={<p className={styles['fine']}>{t('player.no_jobs')}</p>}
      />
      {data !== undefined && data.left_out > 0 && (
        <p className={styles['fine']}>{t('player.left_out', { count: data.left_out })}</p>
      )}
    </>
  )
}

/** A recipe's name; its number until recipes have loaded, or if the game has removed it. */
function useRecipeName(): (job: PlayerJob) => string {
  const language = useLanguage()
  const nameOf = useItemName()
  const crafts = useCraftRecipes().data?.byId
  const factory = useFactoryRecipes().data?.byId
  const harvests = useHarvestRecipes().data
  return ({ kind, receipt_id }) => {
    const number = `#${receipt_id}`
    if (kind === 'factory') return factory?.get(receipt_id)?.names[language] ?? number
    if (kind === 'harvest') {
      return harvests?.find((recipe) => recipe.receipt_id === receipt_id)?.names[language] ?? number
    }
    const itemId = crafts?.get(receipt_id)?.ItemForVision
    return itemId === undefined ? number : nameOf(itemId)
  }
}
