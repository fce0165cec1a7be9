import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { billingCalls } from '#contract/billing/billing-calls.ts'
import { m } from '#messages/generated/messages.js'
import { openPaymentQuery } from '#web/books/billing/billing-queries.ts'
import { CallProblem, call } from '#web/platform/site/api.ts'
import { priceText } from '#web/platform/site/price-text.ts'
import { read } from '#web/platform/site/queries.ts'
import { renewSession } from '#web/platform/site/site.ts'
import { Alert } from '#web/platform/ui/alert.tsx'
import { Spinner } from '#web/platform/ui/spinner.tsx'

/** The bank's confirmation, by payment provider. */
const confirmations = {
  sandbox: lazy(() => import('#web/books/cards/sandbox-confirmation.tsx')),
  stripe: lazy(() => import('#web/books/cards/stripe-confirmation.tsx')),
}

/** Polling interval of a pending payment, in milliseconds. */
const lookEveryMs = 2_000

/**
 * The pending payment of an order. Polls the provider until it is settled, and lets the card holder confirm it with
 * their bank. Leaving the page is safe: nothing is charged twice.
 */
export function PendingPayment({
  onDone,
  onDeclined,
}: {
  onDone: () => void
  onDeclined: (sentence: string) => void
}) {
  const queries = useQueryClient()
  const [refusal, setRefusal] = useState<string>()
  const progress = useQuery({
    queryKey: ['payment-progress'],
    queryFn: ({ signal }) => lookAtPayment(signal),
    gcTime: 0,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.payment === null ? false : lookEveryMs),
  })
  const payment = progress.data?.payment
  const paid = progress.data?.paid

  useEffect(() => {
    if (paid === undefined) return
    queries.setQueryData(openPaymentQuery.queryKey, { payment: null })
    if (paid) onDone()
    else onDeclined(m.wizard_not_paid())
  }, [paid, queries, onDone, onDeclined])

  const Confirmation = payment?.clientSecret === undefined ? undefined : confirmations[payment.provider]
  const asks = payment?.state === 'action-required' && Confirmation
  return (
    <section aria-live="polite" className="card mt-6 grid gap-4 p-5 sm:p-7">
      <h2>{asks ? m.wizard_action_title() : m.wizard_pending_title()}</h2>
      {asks ? (
        <>
          <p className="text-muted">{m.wizard_action({ price: priceText(payment.grossCents) })}</p>
          {refusal ? <Alert>{refusal}</Alert> : null}
          <Suspense fallback={<Spinner />}>
            <Confirmation
              clientSecret={payment.clientSecret ?? ''}
              paymentMethod={payment.paymentMethod}
              onAnswered={async (sentence) => {
                setRefusal(sentence)
                await progress.refetch()
              }}
            />
          </Suspense>
        </>
      ) : (
        <>
          <p className="max-w-[60ch] text-muted">{m.wizard_pending()}</p>
          {progress.error ? <Alert>{progress.error.message}</Alert> : null}
          <div className="-my-16">
            <Spinner label={m.wizard_pending_title()} />
          </div>
        </>
      )}
    </section>
  )
}

/** Has the provider asked for the payment's state. `paid` is known once nothing is pending. */
async function lookAtPayment(signal: AbortSignal) {
  const checked = await call(billingCalls.checkPayment, { signal })
  // a failed payment may leave no subscription
  if (checked instanceof CallProblem && checked.code !== 'no-subscription') throw checked
  const { payment } = await read(billingCalls.openPayment, { signal })
  if (payment) return { payment }
  const session = await renewSession()
  if (session instanceof CallProblem) throw session
  return { payment: null, paid: session.authenticated && session.subscription?.status === 'active' }
}
