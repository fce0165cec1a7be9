import { href } from '#contract/pages.ts'
import { countOf } from '#domain/shop/cart.ts'
import { m } from '#messages/generated/messages.js'
import { useLocalState } from '#web/platform/site/store.ts'
import { buttonClass } from '#web/platform/ui/button.tsx'
import { Link } from '#web/platform/ui/link.tsx'

/** A link to the cart, with its number of items. */
export default function CartLink({ className = '' }: { className?: string | undefined }) {
  const count = countOf(useLocalState(({ cart }) => cart))
  return (
    <Link to={href('shopCart')} className={`${buttonClass({ variant: 'quiet' })} ${className}`}>
      {m.cart_page()}{' '}
      <span className="num rounded-full bg-accent px-1.5 text-xs text-accent-ink">{count}</span>
    </Link>
  )
}
