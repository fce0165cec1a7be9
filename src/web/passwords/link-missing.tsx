import { useEffect } from 'react'
import { Navigate } from 'react-router'
import { href } from '#contract/pages.ts'
import { m } from '#messages/generated/messages.js'
import { notify } from '#web/ui/notifications-store.ts'

/** In the place of a page whose link was cut off: says so, and leads to the home page (product.md section 5). */
export function LinkMissing() {
  useEffect(() => notify(m.confirm_missing(), 'error'), [])
  return <Navigate to={href('landing')} replace />
}
