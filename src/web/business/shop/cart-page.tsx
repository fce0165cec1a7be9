import { href } from '#contract/pages.ts'
import { m } from '#messages/generated/messages.js'
import { NarrowPage } from '#web/platform/layout/narrow-page.tsx'
import { Link } from '#web/platform/ui/link.tsx'
import { CartContent } from './cart-content.tsx'

/** The page of the cart. */
export function Component() {
  return (
    <NarrowPage page={m.cart_page()} title={m.cart_title()}>
      <div className="mt-6 grid gap-6">
        <CartContent />
        <Link to={href('shop')} className="link justify-self-start">
          {m.cart_continue()}
        </Link>
      </div>
    </NarrowPage>
  )
}
