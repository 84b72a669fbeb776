import { CHAT_SLOW_MODES_SEC } from '@clutch/contract/constants'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDuration } from '#shared/production/use-duration.ts'
import { Button } from '#shared/ui/Button.tsx'
import type { Column } from '#shared/ui/DataRow.tsx'
import { DataTable } from '#shared/ui/DataTable.tsx'
import pages from '#shared/ui/TablePage.module.css'
import { showToast } from '#shared/ui/toast-store.ts'
import { useTitle } from '#shared/ui/use-title.ts'
import styles from '../AdminPanel.module.css'
import { useModeratedChannels, useSetSlowMode, type ModeratedChannel } from './channels.ts'
import { Select } from '#shared/ui/Select.tsx'

/** The public channels and their slow modes (rules §12). */
export function ChannelsPage() {
  const { t } = useTranslation('admin')
  useTitle(t('tabs.channels'))
  const { data, error, refetch } = useModeratedChannels()
  const columns: readonly Column<ModeratedChannel>[] = [
    { key: 'name', head: t('channels.name'), isName: true, renderCell: ({ Name }) => Name },
    {
      key: 'slow_mode',
      head: t('channels.slow_mode'),
      renderCell: (channel) => <SlowModeForm key={channel.slow_mode_sec} channel={channel} />,
    },
  ]
  return (
    <div className={pages['page']}>
      <h2 className={pages['title']}>{t('tabs.channels')}</h2>
      <p>{t('channels.explained')}</p>
      <DataTable
        label={t('tabs.channels')}
        columns={columns}
        rows={data}
        error={error}
        onRetry={() => void refetch()}
        keyOf={({ ID }) => ID}
        empty={t('channels.none')}
        isFramed
      />
    </div>
  )
}

function SlowModeForm({ channel }: { readonly channel: ModeratedChannel }) {
  const { t } = useTranslation('admin')
  const durationOf = useDuration()
  const { run, isPending } = useSetSlowMode()
  const [chosen, setChosen] = useState(channel.slow_mode_sec)
  const nameOf = (sec: number) => (sec === 0 ? t('channels.off') : durationOf(sec))
  return (
    <form
      className={styles['acts']}
      onSubmit={(event) => {
        event.preventDefault()
        const slow_mode_sec = CHAT_SLOW_MODES_SEC.find((each) => each === chosen)
        if (slow_mode_sec === undefined || slow_mode_sec === channel.slow_mode_sec) return
        run(
          { channel_id: channel.ID, slow_mode_sec },
          {
            onSuccess: () => showToast(t('channels.done', { channel: channel.Name, wait: nameOf(slow_mode_sec) })),
          },
        )
      }}
    >
      <Select
        label={t('channels.wait', { channel: channel.Name })}
        isLabelHidden
        value={chosen}
        choices={CHAT_SLOW_MODES_SEC.map((each) => ({ value: each, text: nameOf(each) }))}
        onChange={setChosen}
      />
      <Button type="submit" isPending={isPending} disabled={chosen === channel.slow_mode_sec}>
        {t('channels.save')}
      </Button>
    </form>
  )
}
