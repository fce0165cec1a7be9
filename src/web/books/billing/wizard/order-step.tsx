import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { SubscriptionChange } from '#contract/billing/billing.ts'
import { billingCalls } from '#contract/billing/billing-calls.ts'
import { intervalText } from '#domain/interval.ts'
import { m } from '#messages/generated/messages.js'
import { offersNaming, offersQuery } from '#web/books/billing/billing-queries.ts'
import { OrderTerms } from '#web/books/billing/order-terms.tsx'
import { cardProvider } from '#web/books/cards/card-provider.ts'
import { type CallProblem, call } from '#web/platform/site/api.ts'
import { Navigate, useNavigate } from '#web/platform/site/router.tsx'
import { renewSession, useConfig } from '#web/platform/site/site.ts'
import { useCall } from '#web/platform/site/use-call.ts'
import { Button } from '#web/platform/ui/button.tsx'
import { Checkbox } from '#web/platform/ui/checkbox.tsx'
import { Spinner } from '#web/platform/ui/spinner.tsx'
import type { StepProps } from './draft.ts'
import { OrderSummary } from './order-summary.tsx'
import { StepButtons, StepFrame } from './step-frame.tsx'
import { type Step, stepHref } from './steps.ts'

type Props = StepProps & {
  onRefused: (sentence: string) => void
  onPending: () => void
  onDone: () => void
}

/** Problems to correct in an earlier step. */
const mendedIn: Readonly<Record<string, Step>> = {
  'billing-incomplete': 1,
  'interval-not-sold': 3,
  'payment-method-needed': 4,
}
/** Problems of the card, shown where another one can be entered. */
const ofTheCard = new Set(['card-declined', 'card-not-registered'])

/** The order was sent before, and its payment is pending. */
const inFlight = 'charge-in-flight'

/** Step 5: the terms and the order (German Civil Code, section 312j). */
export function OrderStep({ session, draft, change, ...outcomes }: Props) {
  const provider = cardProvider(useConfig(), session.subscription?.paymentProvider)
  const { setupIntent } = draft
  const { data, error } = useQuery(
    offersNaming(provider && setupIntent ? { paymentProvider: provider, setupIntent } : undefined),
  )
  const [agreed, setAgreed] = useState(false)
  const consent = useRef<HTMLInputElement>(null)
  const offer = data?.offers.find(({ interval }) => intervalText(interval) === draft.interval)
  const { busy, refusal, faults, send, forgetFaults } = useOrder({
    ...outcomes,
    change,
    mustAgree: data?.consumer === true && !agreed,
  })

  const order = () => {
    if (!data || !offer || !provider) return
    send({
      interval: offer.interval,
      paymentProvider: provider,
      shownGrossCents: offer.grossCents,
      ...(setupIntent !== undefined && { setupIntent }),
      ...(data.consumer && { immediateStart: true }),
    })
    if (data.consumer && !agreed) consent.current?.focus()
  }

  if (data && !offer) return <Navigate to={stepHref(3)} replace />
  return (
    <StepFrame step={5} lead={m.wizard_order_lead()} refusal={refusal ?? error?.message}>
      {data && offer ? (
        <>
          <OrderSummary session={session} draft={draft} offers={data} offer={offer} />
          <div className="grid gap-3">
            {data.consumer ? (
              <Checkbox
                ref={consent}
                label={m.wizard_immediate_start()}
                error={faults.immediateStart}
                checked={agreed}
                onChange={(event) => {
                  setAgreed(event.target.checked)
                  forgetFaults()
                }}
              />
            ) : null}
            <OrderTerms />
          </div>
          <StepButtons step={5}>
            <Button variant="primary" size="large" busy={busy} onClick={order}>
              {m.wizard_order_button()}
            </Button>
          </StepButtons>
        </>
      ) : (
        <Spinner />
      )}
    </StepFrame>
  )
}

/** Sends the order. A refusal leads to the step that can correct it. */
function useOrder({
  mustAgree,
  change,
  onRefused,
  onPending,
  onDone,
}: Pick<Props, 'change' | 'onRefused' | 'onPending' | 'onDone'> & {
  /** The consumer has not yet agreed that the service begins at once. */
  readonly mustAgree: boolean
}) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const refused = async ({ code, detail }: CallProblem) => {
    if (code === inFlight) return onPending()
    const step = mendedIn[code]
    if (step) return navigate(stepHref(step))
    if (ofTheCard.has(code)) {
      change({ setupIntent: undefined })
      await renewSession()
      return onRefused(detail)
    }
    // the price shown next is binding
    await queries.invalidateQueries({ queryKey: offersQuery.queryKey })
  }
  return useCall((body: SubscriptionChange) => call(billingCalls.changeSubscription, { body }), {
    check: () => ({ immediateStart: mustAgree ? m.wizard_immediate_start_missing() : undefined }),
    fields: ['immediateStart'],
    sentenceOf: ({ code, detail }) => (isSaidElsewhere(code) ? undefined : detail),
    onRefused: refused,
    onDone: async ({ status }) => {
      if (status === 202) return onPending()
      onDone()
      await renewSession()
    },
  })
}

function isSaidElsewhere(code: string): boolean {
  return code === inFlight || code in mendedIn || ofTheCard.has(code)
}
