import type { ReactNode } from 'react'
import type { Permission, SignedInSession } from '#contract/accounts/accounts.ts'
import { matchPath } from '#contract/match-path.ts'
import { href, type PageName, pages } from '#contract/pages.ts'
import { m } from '#messages/generated/messages.js'
import { useLocation } from '#web/platform/site/router.tsx'
import { useSession } from '#web/platform/site/site.ts'
import { Link, NavLink } from '#web/platform/ui/link.tsx'
import { usePageTitle } from './page-title.ts'
import { UnknownSession } from './unknown-session.tsx'

type Section = {
  readonly page: Exclude<PageName, 'category'>
  readonly text: () => string
  readonly permission?: Permission
}

/** The screens of an account, in the order of the account menu. */
const sections: readonly Section[] = [
  { page: 'profile', text: m.profile_page },
  { page: 'subscription', text: m.manage_subscription, permission: 'subscription.manage' },
  { page: 'users', text: m.users_page, permission: 'users.manage' },
  { page: 'password', text: m.password_page },
  { page: 'security', text: m.security_page },
]

/** One screen of the account: its heading and links to the others; signed-out visitors get a message instead. */
export function AccountPage({
  title,
  signedOut,
  children,
}: {
  title: string
  /** The message for signed-out visitors (product.md section 6). */
  signedOut: string
  children: (session: SignedInSession) => ReactNode
}) {
  usePageTitle(title)
  const session = useSession()
  const { pathname } = useLocation()
  if (!session) return <Unknown title={title} />
  if (!session.authenticated) return <SignedOut title={title} sentence={signedOut} />
  // a link may lead to a page that this user may not open: its tab still names the page
  const shown = sections.filter(
    ({ page, permission }) =>
      !permission || session.permissions.includes(permission) || matchPath(pages[page].path, pathname),
  )
  return (
    <div className="mx-auto max-w-4xl py-4 sm:py-8">
      <h1>{title}</h1>
      <nav aria-label={m.account_sections()} className="mt-4">
        <div ref={showCurrent} className="tab-row max-w-md justify-between gap-x-1.5">
          {shown.map(({ page, text }) => (
            <NavLink key={page} to={href(page)} className="tab inline-flex items-center text-[0.8125rem]">
              {text()}
            </NavLink>
          ))}
        </div>
      </nav>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-10 pt-8">{children(session)}</div>
    </div>
  )
}

/** Scrolls a row of tabs that is too long for the screen to the current one. */
function showCurrent(row: HTMLElement | null) {
  const current = row?.querySelector<HTMLElement>('[aria-current]')
  if (row && current)
    row.scrollLeft = current.offsetLeft + current.offsetWidth - row.offsetLeft - row.clientWidth
}

function Unknown({ title }: { title: string }) {
  return (
    <div className="mx-auto grid max-w-4xl gap-6 py-4 sm:py-8">
      <h1>{title}</h1>
      <UnknownSession />
    </div>
  )
}

function SignedOut({ title, sentence }: { title: string; sentence: string }) {
  const next = typeof location === 'undefined' ? undefined : location.pathname + location.search
  return (
    <div className="mx-auto max-w-sm py-4 sm:py-10">
      <h1>{title}</h1>
      <p className="mt-4 text-muted">{sentence}</p>
      <p className="mt-6">
        <Link to={href('login', {}, { next })} className="link">
          {m.login_page()}
        </Link>
      </p>
    </div>
  )
}
