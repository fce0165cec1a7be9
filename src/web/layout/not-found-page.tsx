import { href } from '#contract/pages.ts'
import { m } from '#messages/generated/messages.js'
import { buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Link } from '#web/ui/link.tsx'
import { usePageTitle } from './page-title.ts'

/** For an unknown URL. */
export function NotFoundPage() {
  usePageTitle(m.page_not_found_title())
  return (
    <EmptyState
      title={m.page_not_found()}
      action={
        <Link to={href('content')} className={buttonClass({ variant: 'primary' })}>
          {m.continue()}
        </Link>
      }
    />
  )
}
