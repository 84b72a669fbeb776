import { api } from './api.ts'
import type { ReadName } from './call-names.ts'
import { useApiMutation } from './use-command.ts'

interface Download {
  readonly name: ReadName
  readonly query?: Readonly<Record<string, string>>
  readonly body?: object
  readonly fileName: string
}

/** Saves the file that a call responds with. */
export function useDownload(onSaved?: () => void) {
  const { mutate, isPending } = useApiMutation({
    mutationFn: ({ name, query, body }: Download) => api.download(name, query, body),
    onSuccess(file, { fileName }) {
      offerFile(file, fileName)
      onSaved?.()
    },
  })
  return { save: (download: Download) => mutate(download), isPending }
}

function offerFile(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}
