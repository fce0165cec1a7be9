import { type ReactNode, useEffect } from 'react'
import { href } from '#contract/pages.ts'
import { m } from '#messages/generated/messages.js'
import { Navigate } from '#web/platform/site/router.tsx'
import { notify } from '#web/platform/ui/notifications-store.ts'
import { useLinkSecret } from './link-secret.ts'

/** Parameters of a mailed link: the contact that it was sent to, and its code. */
export type LinkParts = { readonly contact: string; readonly code: string }

const parts = ['contact', 'code'] as const

/**
 * A page that a mailed link leads to. An incomplete link is reported, with a link to the home page (product.md section
 * 5).
 */
export function MailedLink({ children }: { children: (link: LinkParts) => ReactNode }) {
  const { contact, code } = useLinkSecret(parts)
  return contact && code ? children({ contact, code }) : <CutOff />
}

function CutOff() {
  useEffect(() => notify(m.confirm_missing(), 'error'), [])
  return <Navigate to={href('landing')} replace />
}
