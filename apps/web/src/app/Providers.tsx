import { CSPProvider } from '@base-ui/react/csp-provider'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { Suspense } from 'react'
import { queryClient } from '#shared/api/query-client.ts'
import { PRODUCT } from '#shared/ui/use-title.ts'
import { Boot } from './Boot.tsx'
import { router } from './router.tsx'

/**
 * Context providers of all pages. The content security policy forbids style elements, so components must not write any.
 */
export function Providers() {
  return (
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queryClient}>
        <Suspense fallback={<Boot product={PRODUCT} />}>
          <RouterProvider router={router} />
        </Suspense>
      </QueryClientProvider>
    </CSPProvider>
  )
}
