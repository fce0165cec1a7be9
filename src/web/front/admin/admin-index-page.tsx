import { m } from '#messages/generated/messages.js'
import { NotFound } from '#web/platform/layout/not-found.tsx'
import { usePageTitle } from '#web/platform/layout/page-title.ts'
import { UnknownSession } from '#web/platform/layout/unknown-session.tsx'
import { useSession } from '#web/platform/site/site.ts'
import { Link } from '#web/platform/ui/link.tsx'
import { adminSections } from './admin-page.tsx'

/** The admin's index (product.md section 2): the ways to what the admin can do. */
export function Component() {
  const session = useSession()
  if (!session) return <UnknownSession />
  return session.authenticated && session.admin ? <Index /> : <NotFound />
}

function Index() {
  usePageTitle(m.admin_page())
  return (
    <div className="mx-auto max-w-4xl py-4 sm:py-8">
      <h1>{m.admin_page()}</h1>
      <p className="mt-3 max-w-[60ch] text-muted">{m.admin_lead()}</p>
      <ul className="mt-8 divide-y divide-line border-y border-line">
        {adminSections().map(({ path, text, lead }) => (
          <li key={path}>
            <Link to={path} className="grid gap-0.5 py-3.5 sm:grid-cols-[12rem_1fr] sm:gap-6">
              <span className="link font-medium">{text()}</span>
              <span className="text-muted">{lead()}</span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
