import type { ReactNode } from 'react'
import { NotFound } from '#web/platform/layout/not-found.tsx'
import { UnknownSession } from '#web/platform/layout/unknown-session.tsx'
import { useSession } from '#web/platform/site/site.ts'

/** Shows a page of the desk to the admin (product.md section 6); to everybody else it does not exist. */
export function AdminOnly({ children }: { children: ReactNode }) {
  const session = useSession()
  if (!session) return <UnknownSession />
  return session.authenticated && session.admin ? children : <NotFound />
}
