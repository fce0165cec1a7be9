import { useQuery } from '@tanstack/react-query'
import type { CartQuote } from '#contract/shop/shop.ts'
import { m } from '#messages/generated/messages.js'
import { priceText } from '#web/platform/site/price-text.ts'
import { useNavigate } from '#web/platform/site/router.tsx'
import { Alert } from '#web/platform/ui/alert.tsx'
import { Button } from '#web/platform/ui/button.tsx'
import { Choices } from '#web/platform/ui/choices.tsx'
import { FailedRead } from '#web/platform/ui/failed-read.tsx'
import { Spinner } from '#web/platform/ui/spinner.tsx'
import { useCart } from './cart.ts'
import { type CheckoutDraft, changeCheckout } from './checkout-draft.ts'
import { CheckoutFrame } from './checkout-frame.tsx'
import { checkoutHref } from './checkout-steps.ts'
import { quoteQuery } from './shop-queries.ts'

/** The delivery: vouchers are mailed; goods have the shipping methods for the country and weight. */
export function ShippingStep({ draft }: { draft: CheckoutDraft }) {
  const navigate = useNavigate()
  const { data: quote, error, isFetching, refetch } = useQuery(quoteQuery(useCart(), draft))
  const methods = quote?.shippingMethods ?? []
  // the cheapest one by default
  const chosen = methods.find(({ id }) => id === draft.shipping)?.id ?? methods[0]?.id
  const shipping = quote?.ships ? chosen : 'none'
  const save = () => {
    changeCheckout({ shipping })
    navigate(checkoutHref('payment'))
  }
  return (
    <CheckoutFrame
      step="shipping"
      next={
        <Button variant="primary" size="large" disabled={!quote || shipping === undefined} onClick={save}>
          {m.checkout_next()}
        </Button>
      }
    >
      {error && !quote ? <FailedRead error={error} busy={isFetching} again={() => refetch()} /> : null}
      {quote ? <Ways quote={quote} chosen={chosen} email={draft.email ?? ''} /> : error ? null : <Spinner />}
    </CheckoutFrame>
  )
}

function Ways({ quote, chosen, email }: { quote: CartQuote; chosen: string | undefined; email: string }) {
  const { ships, shippingMethods, lines } = quote
  const byMail = lines.some(({ kind }) => kind === 'voucher')
  return (
    <div className="grid gap-4">
      {ships && chosen !== undefined ? (
        <Choices
          label={m.checkout_shipping_ways()}
          stacked
          value={chosen}
          onChange={(shipping) => changeCheckout({ shipping })}
          choices={shippingMethods.map(({ id, name, grossCents }) => ({
            value: id,
            label: name,
            note: grossCents === 0 ? m.order_free() : priceText(grossCents),
          }))}
        />
      ) : null}
      {ships && chosen === undefined ? <Alert>{m.checkout_not_shipped_there()}</Alert> : null}
      {byMail ? (
        <div>
          <p>{ships ? m.checkout_vouchers_mailed() : m.checkout_nothing_shipped()}</p>
          <p className="mt-2 font-medium break-words">{m.checkout_by_mail({ email })}</p>
        </div>
      ) : null}
    </div>
  )
}
