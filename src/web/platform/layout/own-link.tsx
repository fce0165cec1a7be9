import type { SiteLink } from '#contract/site/site.ts'
import { getLocale } from '#messages/generated/runtime.js'
import { Link } from '#web/platform/ui/link.tsx'

/** A link that the operator configured, to a page of this site or elsewhere. */
export function OwnLink({ link: { text, to }, className }: { link: SiteLink; className: string }) {
  const words = text[getLocale()]
  return to.startsWith('/') ? (
    <Link to={to} className={className}>
      {words}
    </Link>
  ) : (
    <a href={to} className={className} rel="noopener">
      {words}
    </a>
  )
}
