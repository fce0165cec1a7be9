import { pages } from '#contract/pages.ts'
import { m } from '#messages/generated/messages.js'

type AdminSection = { readonly path: string; readonly text: () => string; readonly lead: () => string }

/** The screens of the admin (product.md section 2). */
const sections: readonly AdminSection[] = [
  { path: '/admin/account/list', text: m.admin_accounts, lead: m.admin_accounts_lead },
  { path: '/admin/coupon/view', text: m.admin_coupons, lead: m.admin_coupons_lead },
  { path: '/admin/coupon/add', text: m.admin_coupon_add, lead: m.admin_coupon_add_lead },
  { path: '/admin/coupon/associates', text: m.admin_associates, lead: m.admin_associates_lead },
]

/** Those that this site has. */
export function adminSections(): readonly AdminSection[] {
  const built: readonly string[] = Object.values(pages).map(({ path }) => path)
  return sections.filter(({ path }) => built.includes(path))
}
