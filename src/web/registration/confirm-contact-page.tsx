import { useEffect } from 'react'
import { Navigate, useSearchParams } from 'react-router'
import { href } from '#contract/pages.ts'
import { m } from '#messages/generated/messages.js'
import { NarrowPage } from '#web/layout/narrow-page.tsx'
import { notify } from '#web/ui/notifications-store.ts'
import { ConfirmForm } from './confirm-form.tsx'

/**
 * Where the mailed link leads. Only the button confirms: programs that scan mails open links, they do not press buttons.
 */
export function Component() {
  const [search] = useSearchParams()
  const contact = search.get('contact')?.trim()
  const code = search.get('code')?.trim()
  if (!contact || !code) return <Missing />
  return (
    <NarrowPage page={m.confirm_page()} title={m.confirm_title()}>
      <p className="mt-4 text-[1.0625rem]">{m.confirm_text({ contact })}</p>
      <ConfirmForm contact={contact} code={code} />
    </NarrowPage>
  )
}

function Missing() {
  useEffect(() => notify(m.confirm_missing(), 'error'), [])
  return <Navigate to={href('landing')} replace />
}
