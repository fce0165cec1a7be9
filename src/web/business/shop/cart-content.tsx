import { useQuery } from '@tanstack/react-query'
import { href } from '#contract/pages.ts'
import { type CartItem, mostOfOne } from '#domain/shop/cart.ts'
import { m } from '#messages/generated/messages.js'
import { CallProblem } from '#web/platform/site/api.ts'
import { priceText } from '#web/platform/site/price-text.ts'
import { Alert } from '#web/platform/ui/alert.tsx'
import { Button, buttonClass } from '#web/platform/ui/button.tsx'
import { FailedRead } from '#web/platform/ui/failed-read.tsx'
import { Icon } from '#web/platform/ui/icon.tsx'
import { Link } from '#web/platform/ui/link.tsx'
import { Spinner } from '#web/platform/ui/spinner.tsx'
import { type Article, articlesOf } from './articles.ts'
import { keepOnly, putIntoCart, useCart } from './cart.ts'
import { useCheckoutDraft } from './checkout-draft.ts'
import { DiscountField } from './discount-field.tsx'
import { quoteQuery, shopQuery } from './shop-queries.ts'
import { TotalsTable } from './totals-table.tsx'

/** The cart with quantities, price and a link to the checkout: in the sidebar, in a modal, and on its page. */
export function CartContent({ onLeave }: { onLeave?: () => void }) {
  const cart = useCart()
  const shop = useQuery(shopQuery)
  const { country, discountCode } = useCheckoutDraft()
  const quote = useQuery(quoteQuery(cart, { country, discountCode }))
  if (cart.length === 0) return <p className="text-muted">{m.cart_empty()}</p>
  if (shop.error && !shop.data)
    return <FailedRead error={shop.error} busy={shop.isFetching} again={() => shop.refetch()} />
  if (!shop.data) return <Spinner />
  const articles = articlesOf(shop.data)
  const sold = cart.filter(({ productId }) => articles.some(({ id }) => id === productId))
  const isShort = (quote.data?.short.length ?? 0) > 0
  const isGone = sold.length < cart.length || isProblem(quote.error, 'product-gone')
  return (
    <div className="grid gap-4">
      <ul className="divide-y divide-line">
        {sold.map((item) => (
          <Item
            key={item.productId}
            item={item}
            article={articles.find(({ id }) => id === item.productId)}
            available={quote.data?.short.find(({ productId }) => productId === item.productId)?.available}
          />
        ))}
      </ul>
      {isGone ? (
        <div className="grid justify-items-start gap-2">
          <Alert>{m.cart_gone()}</Alert>
          <Button onClick={() => keepOnly(articles.map(({ id }) => id))}>{m.cart_clear_gone()}</Button>
        </div>
      ) : quote.error && !quote.data ? (
        <FailedRead error={quote.error} busy={quote.isFetching} again={() => quote.refetch()} />
      ) : quote.data ? (
        <div
          aria-busy={quote.isFetching}
          className={`grid gap-4 ${quote.isPlaceholderData ? 'opacity-60' : ''}`}
        >
          <DiscountField fault={quote.data.discountFault} />
          <TotalsTable priced={quote.data} reverseCharge={quote.data.reverseCharge} hasLines={false} />
        </div>
      ) : (
        <Spinner />
      )}
      {isGone || isShort ? null : (
        <Link
          to={href('shopCheckout', { step: 'address' })}
          className={buttonClass({ variant: 'primary', size: 'large' })}
          {...(onLeave && { onClick: onLeave })}
        >
          {m.cart_checkout()}
        </Link>
      )}
    </div>
  )
}

function Item({
  item,
  article,
  available,
}: {
  item: CartItem
  article: Article | undefined
  /** The stock, if it is below the cart's quantity. */
  available: number | undefined
}) {
  if (!article) return null
  const { id, detail, grossCents, fullName: name } = article
  return (
    <li className="grid grid-cols-[1fr_auto] items-center gap-x-3 gap-y-1 py-3 first:pt-0">
      <p className="font-medium">
        <bdi>{article.name}</bdi>
        {detail ? <span className="caption block font-normal">{detail}</span> : null}
      </p>
      <p className="num text-right">{priceText(grossCents)}</p>
      <div className="col-span-2 flex items-center gap-2">
        <select
          aria-label={m.cart_quantity({ name })}
          className="input w-20"
          value={item.quantity}
          onChange={(event) => putIntoCart(id, Number(event.target.value))}
        >
          {Array.from({ length: mostOfOne }, (_, index) => index + 1).map((count) => (
            <option key={count}>{count}</option>
          ))}
        </select>
        <Button
          variant="quiet"
          size="icon"
          aria-label={m.cart_remove({ name })}
          title={m.cart_remove({ name })}
          onClick={() => putIntoCart(id, 0)}
        >
          <Icon name="cross" />
        </Button>
      </div>
      {available === undefined ? null : (
        <p className="col-span-2 text-sm text-danger" role="status">
          {m.cart_short({ available })}
        </p>
      )}
    </li>
  )
}

function isProblem(error: Error | null, code: string): boolean {
  return error instanceof CallProblem && error.code === code
}
