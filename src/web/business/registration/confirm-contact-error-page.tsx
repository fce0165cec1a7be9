import { href } from '#contract/pages.ts'
import { m } from '#messages/generated/messages.js'
import { NarrowPage } from '#web/platform/layout/narrow-page.tsx'
import { Alert } from '#web/platform/ui/alert.tsx'
import { buttonClass } from '#web/platform/ui/button.tsx'
import { Link } from '#web/platform/ui/link.tsx'

/** The server failed; the link still works. */
export function Component() {
  return (
    <NarrowPage page={m.confirm_page()} title={m.confirm_error_title()}>
      <div className="mt-5">
        <Alert>
          {m.failure()} {m.failure_advice()}
        </Alert>
      </div>
      <p className="mt-6">
        <Link to={href('landing')} className={buttonClass()}>
          {m.continue()}
        </Link>
      </p>
    </NarrowPage>
  )
}
