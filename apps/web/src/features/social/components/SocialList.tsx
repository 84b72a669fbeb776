import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Skeleton } from '#shared/ui/Skeleton.tsx'
import { EmptyState, ErrorState } from '#shared/ui/States.tsx'

interface SocialListProps<Entry> {
  readonly query: {
    readonly data: readonly Entry[] | undefined
    readonly error: unknown
    readonly refetch: () => unknown
  }
  readonly emptyText: string
  readonly emptyAction?: ReactNode
  /** Error text of this list (document 2 §8). */
  readonly errorKey?: 'failed.load_friends' | 'failed.search'
  readonly children: (entries: readonly Entry[]) => ReactNode
}

/** A list of the panel in its four states. */
export function SocialList<Entry>({ query, emptyText, emptyAction, errorKey, children }: SocialListProps<Entry>) {
  const { t } = useTranslation(['social', 'shell'])
  const { data, error, refetch } = query
  if (data === undefined) {
    if (error === null) return <Skeleton shape="entries" />
    const describe =
      errorKey === undefined
        ? {}
        : { describe: (message: string) => t('shell:joined', { first: t(errorKey), second: message }) }
    return <ErrorState error={error} onRetry={() => void refetch()} {...describe} />
  }
  if (data.length === 0)
    return (
      <EmptyState subject="people" action={emptyAction}>
        {emptyText}
      </EmptyState>
    )
  return children(data)
}
