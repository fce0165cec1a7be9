import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { href, pages } from '#contract/pages.ts'
import { m } from '#messages/generated/messages.js'
import { NotFound } from '#web/platform/layout/not-found.tsx'
import { usePageTitle } from '#web/platform/layout/page-title.ts'
import { UnknownSession } from '#web/platform/layout/unknown-session.tsx'
import { useSession } from '#web/platform/site/site.ts'
import { Link, NavLink } from '#web/platform/ui/link.tsx'

type AdminPageProps = {
  readonly title: string
  /** Where "Back" leads; to the admin's index unless said. */
  readonly back?: { readonly href: string; readonly text: string }
  readonly children: ReactNode
}

/**
 * One screen of the admin: its heading, the way back and to the others. It shows only to the admin (product.md section 6);
 * to everybody else it does not exist.
 */
export function AdminPage(props: AdminPageProps) {
  const session = useSession()
  if (!session) return <UnknownSession />
  return session.authenticated && session.admin ? <Shown {...props} /> : <NotFound />
}

function Shown({ title, back = { href: href('admin'), text: m.admin_back() }, children }: AdminPageProps) {
  usePageTitle(title)
  return (
    <div className="first-screen mx-auto max-w-6xl py-4 sm:py-8">
      <Link to={back.href} className="link inline-flex min-h-8 items-center gap-1 text-sm">
        <ArrowLeft className="size-4" aria-hidden />
        {back.text}
      </Link>
      <h1 className="mt-2 break-words">{title}</h1>
      <nav aria-label={m.admin_sections()} className="mt-4 flex flex-wrap gap-x-6 border-b border-line">
        {adminSections().map(({ path, text }) => (
          <NavLink key={path} to={path} className="tab inline-flex items-center whitespace-nowrap">
            {text()}
          </NavLink>
        ))}
      </nav>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-8 pt-6">{children}</div>
    </div>
  )
}

type AdminSection = { readonly path: string; readonly text: () => string; readonly lead: () => string }

/** The screens of the admin (product.md section 2). */
const sections: readonly AdminSection[] = [
  { path: '/admin/account/list', text: m.admin_accounts, lead: m.admin_accounts_lead },
  { path: '/admin/coupon/view', text: m.admin_coupons, lead: m.admin_coupons_lead },
  { path: '/admin/coupon/add', text: m.admin_coupon_add, lead: m.admin_coupon_add_lead },
  { path: '/admin/coupon/associates', text: m.admin_associates, lead: m.admin_associates_lead },
  { path: '/admin/order/list', text: m.desk_orders, lead: m.desk_orders_lead },
  { path: '/admin/product/list', text: m.desk_products, lead: m.desk_products_lead },
  { path: '/admin/declaration/list', text: m.desk_declarations, lead: m.desk_declarations_lead },
  { path: '/admin/mail/list', text: m.admin_mails, lead: m.admin_mails_lead },
]

/** Those that this site has. */
export function adminSections(): readonly AdminSection[] {
  const built: readonly string[] = Object.values(pages).map(({ path }) => path)
  return sections.filter(({ path }) => built.includes(path))
}
