import { href } from '#contract/pages.ts'
import { m } from '#messages/generated/messages.js'
import { NarrowPage } from '#web/platform/layout/narrow-page.tsx'
import { useLocation, useSearchParams } from '#web/platform/site/router.tsx'
import { Alert } from '#web/platform/ui/alert.tsx'
import { buttonClass } from '#web/platform/ui/button.tsx'
import { Link } from '#web/platform/ui/link.tsx'

/** Shows the contact and the server's message (product.md section 2). */
export function Component() {
  const [search] = useSearchParams()
  // the message is not in the URL, which anyone could write
  const { state } = useLocation() as { state: { message?: string } | null }
  return (
    <NarrowPage page={m.confirm_page()} title={m.confirm_failure_title()}>
      <p className="mt-4 mb-5 text-[1.0625rem]">
        {m.confirm_failure({ contact: search.get('contact') ?? '' })}
      </p>
      <Alert>{state?.message ?? m.failure_advice()}</Alert>
      <p className="mt-6">
        <Link to={href('landing')} className={buttonClass()}>
          {m.continue()}
        </Link>
      </p>
    </NarrowPage>
  )
}
