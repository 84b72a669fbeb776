import type { InventoryOperation } from '@clutch/contract'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/format/use-format.ts'
import { useArchiveNote } from '#shared/account/archive-note.ts'
import { Button } from '#shared/ui/Button.tsx'
import { WindowedBlock } from '#shared/ui/gradual-rendering.tsx'
import { useReachedEnd } from '#shared/ui/gradual-rendering.tsx'
import { groupByDay } from '../model/history-days.ts'
import styles from './HistoryTimeline.module.css'
import { OperationEntry } from './OperationEntry.tsx'

interface HistoryTimelineProps {
  readonly operations: readonly InventoryOperation[]
  readonly hasMore: boolean
  readonly isLoadingMore: boolean
  readonly onMore: () => void
}

/** Operations by day; reaching the end loads more, and so does a button. */
export function HistoryTimeline({ operations, hasMore, isLoadingMore, onMore }: HistoryTimelineProps) {
  const { t } = useTranslation('inventory')
  const format = useFormat()
  const end = useReachedEnd<HTMLDivElement>(() => {
    if (hasMore && !isLoadingMore) onMore()
  })
  return (
    <div className={styles['timeline']}>
      {groupByDay(operations).map(({ dayStartSec, entries }) => (
        <section key={dayStartSec} className={styles['day']} aria-label={format.date(dayStartSec)}>
          <h3 className={styles['date']}>{format.date(dayStartSec)}</h3>
          <div className={styles['entries']}>
            {inBlocks(entries).map((block) => (
              <WindowedBlock key={block.at(-1)?.uuid}>
                <ol>
                  {block.map((operation) => (
                    <OperationEntry key={operation.uuid} operation={operation} />
                  ))}
                </ol>
              </WindowedBlock>
            ))}
          </div>
        </section>
      ))}
      <div ref={end} className={styles['end']}>
        {hasMore ? (
          <Button isPending={isLoadingMore} onClick={onMore}>
            {t('history.more')}
          </Button>
        ) : (
          <HistoryEnd text={t('history.end')} />
        )}
      </div>
    </div>
  )
}

/** Before when entries are archived, or a text if none are. */
export function HistoryEnd({ text }: { readonly text: string }) {
  return useArchiveNote() ?? text
}

/**
 * Entries that are drawn and dropped together, sixteen on average. A block ends at ids with this last digit, so that
 * blocks stay the same when entries come at either end.
 */
const BLOCK_END = '0'

function inBlocks(entries: readonly InventoryOperation[]): readonly (readonly InventoryOperation[])[] {
  const blocks: InventoryOperation[][] = [[]]
  for (const entry of entries) {
    blocks.at(-1)?.push(entry)
    if (entry.uuid.endsWith(BLOCK_END)) blocks.push([])
  }
  return blocks.filter((block) => block.length > 0)
}
