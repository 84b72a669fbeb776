import type { CallBody } from '@clutch/contract'
import { useState } from 'react'
import { api } from '#shared/api/api.ts'
import { useErrorText } from '#shared/i18n/use-error-text.ts'
import { showToast } from '#shared/ui/toast-store.ts'

type FileCall = 'POST /admin/audit/export' | 'POST /admin/economy-report/export'

/** Saves a call's file response; an error shows as a toast. */
export function useDownload() {
  const errorText = useErrorText()
  const [isPending, setPending] = useState(false)
  const save = async <Name extends FileCall>(name: Name, body: CallBody<Name>, fileName: string): Promise<void> => {
    setPending(true)
    try {
      const link = document.createElement('a')
      link.href = URL.createObjectURL(await api.download(name, {}, body))
      link.download = fileName
      link.click()
      URL.revokeObjectURL(link.href)
    } catch (error) {
      showToast(errorText(error), 'error')
    } finally {
      setPending(false)
    }
  }
  return { isPending, save }
}
