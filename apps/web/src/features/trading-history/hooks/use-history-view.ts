import { useLocation, useNavigate } from '@tanstack/react-router'
import { readHistoryView, writeHistoryView, type HistoryView } from '../model/history-view.ts'

/** The view as the address has it, and a way to change it. Another filter begins at the first page. */
export function useHistoryView(): readonly [HistoryView, (change: Partial<HistoryView>) => void] {
  const navigate = useNavigate()
  const view = readHistoryView(useLocation({ select: ({ search }) => search }))
  const change = (changed: Partial<HistoryView>) =>
    void navigate({ to: '.', search: writeHistoryView({ ...view, lastUuid: undefined, ...changed }) })
  return [view, change]
}
