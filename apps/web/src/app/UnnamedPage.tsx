import { useLocation } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useProfile } from '#shared/account/profile.ts'
import { useSignedIn } from '#shared/auth/session.ts'
import { loadChunk } from '#shared/loading/load-chunk.ts'
import { PageFallback } from '#shared/loading/PageFallback.tsx'
import { NotFoundPage } from './pages.tsx'

/** Loaded only for those who may use it; not preloaded when idle like other pages. */
const Console = lazy(() =>
  loadChunk(async () => ({ default: (await import('../features/admin/Console.tsx')).Console })),
)

/** An unknown address: the operators' console for those with a role (rules §13), not found for everyone else. */
export function UnnamedPage() {
  const pathname = useLocation({ select: (location) => location.pathname.replace(/\/+$/, '') })
  const isSignedIn = useSignedIn()
  const { data: profile, error } = useProfile()
  if (isSignedIn && profile === undefined && error === null) return <PageFallback />
  const path = profile?.admin_path ?? null
  if (path === null || (pathname !== path && !pathname.startsWith(`${path}/`))) return <NotFoundPage />
  return (
    <Suspense fallback={<PageFallback />}>
      <Console path={path} />
    </Suspense>
  )
}
