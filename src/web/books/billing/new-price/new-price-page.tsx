import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { type NewPrice, newPriceCalls } from '#contract/billing/new-price-calls.ts'
import { href } from '#contract/pages.ts'
import { m } from '#messages/generated/messages.js'
import { getLocale } from '#messages/generated/runtime.js'
import { billingDay } from '#web/books/billing/billing-day.ts'
import { intervalName } from '#web/books/pricing/interval-name.ts'
import { AccountPage } from '#web/platform/layout/account-page.tsx'
import { call } from '#web/platform/site/api.ts'
import { priceText } from '#web/platform/site/price-text.ts'
import { read } from '#web/platform/site/queries.ts'
import { renewSession } from '#web/platform/site/site.ts'
import { useCall } from '#web/platform/site/use-call.ts'
import { Alert } from '#web/platform/ui/alert.tsx'
import { Button } from '#web/platform/ui/button.tsx'
import { EmptyState } from '#web/platform/ui/empty-state.tsx'
import { FailedRead } from '#web/platform/ui/failed-read.tsx'
import { Link } from '#web/platform/ui/link.tsx'
import { Spinner } from '#web/platform/ui/spinner.tsx'

/** A new price that was announced to a customer, and their agreement to it. */
export function Component() {
  return (
    <AccountPage title={m.new_price_page()} signedOut={m.subscription_signed_out()}>
      {(session) =>
        session.permissions.includes('subscription.manage') ? (
          <Announced key={session.account.id} />
        ) : (
          <EmptyState level={2} title={m.subscription_not_yours_title()}>
            {m.subscription_not_yours()}
          </EmptyState>
        )
      }
    </AccountPage>
  )
}

const newPriceQuery = (language: 'en' | 'de') =>
  queryOptions({
    queryKey: ['billing', 'new-price', language],
    queryFn: ({ signal }) => read(newPriceCalls.newPrice, { query: { language }, signal }),
    select: ({ newPrice }) => newPrice,
    staleTime: 0,
  })

function Announced() {
  const { data, error, isFetching, refetch } = useQuery(newPriceQuery(getLocale()))
  if (error && data === undefined)
    return <FailedRead error={error} busy={isFetching} again={() => refetch()} />
  if (data === undefined) return <Spinner />
  return (
    <section className="card grid max-w-2xl gap-6 p-5 sm:p-7">
      {data === null ? <p className="running-text">{m.new_price_none()}</p> : <Prices price={data} />}
      <p>
        <Link to={href('subscription')} className="link">
          {m.new_price_subscription()}
        </Link>
      </p>
    </section>
  )
}

function Prices({ price }: { price: NewPrice }) {
  const { interval, users, oldGrossCents, newGrossCents, at, otherwise, coupon, agreedAt } = price
  const said = { count: users, interval: intervalName(interval) }
  return (
    <>
      <dl className="grid gap-3">
        <div>
          <dt className="text-sm text-muted">{m.new_price_old(said)}</dt>
          <dd>{priceText(oldGrossCents)}</dd>
        </div>
        <div>
          <dt className="text-sm text-muted">{m.new_price_new(said)}</dt>
          <dd className="text-lg font-medium">{priceText(newGrossCents)}</dd>
        </div>
        <div>
          <dt className="text-sm text-muted">{m.new_price_from()}</dt>
          <dd>{m.new_price_from_renewal({ date: billingDay(at) })}</dd>
        </div>
      </dl>
      <p className="caption">
        {m.new_price_vat()} {coupon === null ? null : m.new_price_coupon({ code: coupon })}
      </p>
      {agreedAt === null ? (
        <>
          <p className="running-text">
            {otherwise === 'end' ? m.new_price_or_end({ date: billingDay(at) }) : m.new_price_or_keep()}
          </p>
          <Agree price={price} />
        </>
      ) : (
        <p role="status">{m.new_price_agreed({ date: billingDay(agreedAt), day: billingDay(at) })}</p>
      )}
    </>
  )
}

function Agree({ price: { id, words } }: { price: NewPrice }) {
  const client = useQueryClient()
  const language = getLocale()
  const renew = () => Promise.all([client.invalidateQueries({ queryKey: ['billing'] }), renewSession()])
  const { busy, refusal, send } = useCall(
    () => call(newPriceCalls.agreeToPrice, { body: { id, language, words } }),
    {
      onDone: renew,
      // shown anew: a changed number of users, for one
      onRefused: () => client.invalidateQueries({ queryKey: ['billing'] }),
    },
  )
  return (
    <div className="grid gap-3 border-t border-line pt-5">
      <p>{words}</p>
      {refusal ? <Alert>{refusal}</Alert> : null}
      <Button
        variant="primary"
        size="large"
        className="justify-self-start"
        busy={busy}
        onClick={() => send()}
      >
        {m.new_price_agree()}
      </Button>
    </div>
  )
}
