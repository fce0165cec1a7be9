import { href } from '#contract/pages.ts'
import { m } from '#messages/generated/messages.js'
import { DeskFrame } from '#web/front/desk/desk-frame.tsx'
import { deskSections } from '#web/front/desk/desk-sections.ts'
import { NotFound } from '#web/platform/layout/not-found.tsx'
import { usePageTitle } from '#web/platform/layout/page-title.ts'
import { UnknownSession } from '#web/platform/layout/unknown-session.tsx'
import { useSession } from '#web/platform/site/site.ts'
import { Link } from '#web/platform/ui/link.tsx'

/** The admin's index (product.md section 2): the ways to what the admin can do. */
export function Component() {
  const session = useSession()
  if (!session) return <UnknownSession />
  return session.authenticated && session.admin ? <Index /> : <NotFound />
}

function Index() {
  usePageTitle(m.admin_page())
  return (
    <DeskFrame>
      <h1>{m.admin_page()}</h1>
      <p className="mt-3 max-w-[60ch] text-muted">{m.admin_lead()}</p>
      {deskSections.map(({ text, pages }) => (
        <section key={text()} aria-label={text()} className="mt-8">
          <h2 className="text-base">{text()}</h2>
          <ul className="mt-2 divide-y divide-line border-y border-line">
            {pages.map(({ page, text: name, lead }) => (
              <li key={page}>
                <Link to={href(page)} className="grid gap-0.5 py-3.5 sm:grid-cols-[12rem_1fr] sm:gap-6">
                  <span className="link font-medium">{name()}</span>
                  <span className="text-muted">{lead()}</span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </DeskFrame>
  )
}
