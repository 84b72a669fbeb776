import { useTranslation } from 'react-i18next'
import { useCommand } from '#shared/api/use-command.ts'
import { useFormat } from '#shared/format/use-format.ts'
import { useErrorText } from '#shared/i18n/use-error-text.ts'
import { showToast } from '#shared/ui/toast-store.ts'

/** Asks the store platform to merge equal stacks, and shows how many became how many (document 2 §8). */
export function useStackInventory(): () => void {
  const { t } = useTranslation()
  const format = useFormat()
  const errorText = useErrorText()
  const { run } = useCommand('POST /inventory/stack-steam')
  return () => {
    run(
      {},
      {
        onSuccess: ({ stacks_before, stacks_after }) =>
          showToast(t('stack.done', { before: format.exact(stacks_before), after: format.exact(stacks_after) }), 'buy'),
        describeError: (error) => t('stack.failed', { message: errorText(error) }),
      },
    )
  }
}
