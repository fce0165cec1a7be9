import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { UserSession } from '#contract/accounts/accounts.ts'
import type { CallReply } from '#contract/call.ts'
import { href } from '#contract/pages.ts'
import type { OrderPlacement } from '#contract/shop/shop.ts'
import { shopCalls } from '#contract/shop/shop-calls.ts'
import { m } from '#messages/generated/messages.js'
import { countryName } from '#web/books/billing/country-name.ts'
import { OrderTerms } from '#web/books/billing/order-terms.tsx'
import { NewsletterToggle } from '#web/business/profile/newsletter-toggle.tsx'
import { type CallProblem, call } from '#web/platform/site/api.ts'
import { useNavigate } from '#web/platform/site/router.tsx'
import { useCall } from '#web/platform/site/use-call.ts'
import { Button } from '#web/platform/ui/button.tsx'
import { FailedRead } from '#web/platform/ui/failed-read.tsx'
import { Link } from '#web/platform/ui/link.tsx'
import { Spinner } from '#web/platform/ui/spinner.tsx'
import { emptyCart, useCart } from './cart.ts'
import { type CheckoutDraft, changeCheckout, forgetCheckout, shippingMethodOf } from './checkout-draft.ts'
import { CheckoutFrame } from './checkout-frame.tsx'
import { type CheckoutStep, checkoutHref, stepNames } from './checkout-steps.ts'
import { DiscountField } from './discount-field.tsx'
import { quoteQuery } from './shop-queries.ts'
import { TotalsTable } from './totals-table.tsx'

type Props = {
  readonly session: UserSession
  readonly draft: CheckoutDraft
  readonly onPaymentRefused: (sentence: string) => void
  /** Called with the path of the order's page. */
  readonly onOrdered: (path: string) => void
}

/** The terms and the order (German Civil Code, section 312j). */
export function OverviewStep({ session, draft, ...outcomes }: Props) {
  const cart = useCart()
  const { data: quote, error, isFetching, refetch } = useQuery(quoteQuery(cart, draft))
  const { busy, refusal, send } = useOrder(draft, outcomes)
  const order = () => {
    const placed = quote && placementOf(draft, quote, cart)
    if (placed) send(placed)
  }
  return (
    <CheckoutFrame
      step="overview"
      lead={m.checkout_overview_lead()}
      refusal={refusal}
      saving={busy}
      next={
        <Button
          variant="primary"
          size="large"
          disabled={!quote || isFetching || quote.short.length > 0}
          busy={busy}
          onClick={order}
        >
          {m.checkout_order_button()}
        </Button>
      }
    >
      <Entries draft={draft} quote={quote} />
      {error && !quote ? <FailedRead error={error} busy={isFetching} again={() => refetch()} /> : null}
      {quote ? (
        <>
          <DiscountField fault={quote.discountFault} />
          <TotalsTable priced={quote} reverseCharge={quote.reverseCharge} />
        </>
      ) : error ? null : (
        <Spinner />
      )}
      <div className="grid gap-3">
        {quote?.lines.some(({ kind }) => kind === 'voucher') ? (
          <p className="text-[0.8125rem] text-muted">{m.checkout_voucher_note()}</p>
        ) : null}
        {session.authenticated && session.permissions.includes('account.manage') ? (
          <NewsletterToggle stored={session.account.newsletter} />
        ) : null}
        <OrderTerms />
      </div>
    </CheckoutFrame>
  )
}

type Quote = CallReply<typeof shopCalls.quoteCart>['body']

/** The order as it is sent; undefined while steps before are not complete. */
function placementOf(
  draft: CheckoutDraft,
  quote: Quote,
  cart: ReturnType<typeof useCart>,
): OrderPlacement | undefined {
  const { key, country, name, address, discountCode } = draft
  const isInvoice = draft.payment === 'invoice'
  const setupIntent = isInvoice ? undefined : draft.setupIntent
  const shippingMethod = shippingMethodOf(draft)
  if (!key || !country || (!isInvoice && !setupIntent)) return undefined
  return {
    key,
    items: [...cart],
    country,
    ...(isInvoice && { payment: 'invoice' }),
    ...(setupIntent && { setupIntent }),
    shownGrossCents: quote.grossCents,
    ...(name && { name }),
    ...(address && { address }),
    ...(shippingMethod && { shippingMethod }),
    // a code without a discount is not part of the order shown
    ...(discountCode && quote.discount && { discountCode }),
  }
}

/** What was entered before, with links to change it. */
function Entries({ draft, quote }: { draft: CheckoutDraft; quote: Quote | undefined }) {
  const { email, name, address, country, payment } = draft
  // the address may already contain the company
  const isNamed = [name, ...(address ?? '').split('\n')].includes(quote?.company)
  return (
    <dl className="grid gap-3">
      <Entry step="address">
        <span className="block break-words">{email}</span>
        {quote?.company && !isNamed ? <span className="block">{quote.company}</span> : null}
        {name ? <bdi className="block">{name}</bdi> : null}
        {address ? <span className="block whitespace-pre-line">{address}</span> : null}
        <span className="block">{country && countryName(country)}</span>
      </Entry>
      <Entry step="shipping">
        {quote?.shipping ? <span className="block">{quote.shipping.name}</span> : null}
        {quote?.lines.some(({ kind }) => kind === 'voucher') === false ? null : (
          <span className="block break-words">{m.checkout_by_mail({ email: email ?? '' })}</span>
        )}
      </Entry>
      <Entry step="payment">
        {payment === 'invoice'
          ? `${m.checkout_invoice()}, ${m.checkout_invoice_after()}`
          : `${m.checkout_card()}, ${m.checkout_card_at_order()}`}
      </Entry>
    </dl>
  )
}

function Entry({ step, children }: { step: CheckoutStep; children: React.ReactNode }) {
  const what = stepNames[step]()
  return (
    <div className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-0.5 sm:grid-cols-[8rem_1fr_auto]">
      <dt className="caption sm:pt-0.5">{what}</dt>
      <dd className="min-w-0 max-sm:order-3 max-sm:col-span-2">{children}</dd>
      <dd>
        <Link to={checkoutHref(step)} className="link text-sm" aria-label={m.checkout_change_named({ what })}>
          {m.checkout_change()}
        </Link>
      </dd>
    </div>
  )
}

/** Sends the order. A refusal leads to the step that can correct it. */
function useOrder(
  { orderId }: CheckoutDraft,
  { onPaymentRefused, onOrdered }: Omit<Props, 'draft' | 'session'>,
) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [isStale, setStale] = useState(false)
  const refused = async ({ code, detail, errors }: CallProblem) => {
    setStale(code === 'quote-stale')
    if (code === 'card-not-registered' || code === 'invoice-not-offered') {
      changeCheckout({ setupIntent: undefined, payment: undefined })
      onPaymentRefused(detail)
      return navigate(checkoutHref('payment'))
    }
    if (code === 'product-gone' || code === 'stock-gone') {
      await queries.invalidateQueries({ queryKey: ['shop'] })
      return navigate(href('shopCart'))
    }
    if ('shippingMethod' in errors) return navigate(checkoutHref('shipping'))
    if ('name' in errors || 'address' in errors || 'country' in errors)
      return navigate(checkoutHref('address'))
    await queries.invalidateQueries({ queryKey: ['shop'] })
  }
  const state = useCall(
    (body: OrderPlacement) => call(shopCalls.placeOrder, { params: { id: orderId ?? '' }, body }),
    {
      onRefused: (problem) => ('code' in problem ? refused(problem) : undefined),
      onDone: () => {
        onOrdered(href('shopOrder', { id: orderId ?? '' }))
        emptyCart()
        forgetCheckout()
      },
    },
  )
  return { ...state, refusal: isStale && state.refusal ? m.checkout_stale() : state.refusal }
}
