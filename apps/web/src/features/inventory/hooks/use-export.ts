import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '#shared/api/api.ts'
import { saveFile } from '#shared/api/save-file.ts'
import { useErrorText } from '#shared/i18n/use-error-text.ts'
import { useLanguage } from '#shared/i18n/use-language.ts'
import { showToast } from '#shared/ui/toast-store.ts'

const FILE_NAME = 'clutch-inventory-history.csv'

/** Saves the whole inventory history as a file, or reports the failure. */
export function useExport() {
  const { t } = useTranslation('inventory')
  const errorText = useErrorText()
  const language = useLanguage()
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.download('GET /inventory/export-history', { lang: language }),
    onSuccess(file) {
      saveFile(file, FILE_NAME)
      showToast(t('history.exported'))
    },
    onError: (error) => showToast(errorText(error)),
  })
  return { save: () => mutate(), isPending }
}
