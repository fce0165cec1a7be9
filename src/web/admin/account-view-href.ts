import { pathOf } from '#contract/call.ts'
import { pages } from '#contract/pages.ts'

const path = '/admin/account/view/:id'

/** Where the admin sees an account; undefined on a site without that page. */
export function accountViewHref(id: string): string | undefined {
  const built: readonly string[] = Object.values(pages).map((page) => page.path)
  return built.includes(path) ? pathOf(path, { id }) : undefined
}
