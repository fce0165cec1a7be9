import { deskHref } from '#contract/desk/desk-pages.ts'
import { m } from '#messages/generated/messages.js'
import { Link } from '#web/platform/ui/link.tsx'

/** How many coupons were created, with a link to them. */
export function CreatedSentence({ count, query }: { readonly count: number; readonly query: string }) {
  return (
    <>
      {m.coupon_add_done({ count })}{' '}
      <Link to={deskHref('couponLookup', {}, { query })} className="link">
        {m.coupon_add_look()}
      </Link>
    </>
  )
}
