import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Navigate, useNavigate } from 'react-router'
import { billingCalls } from '#contract/billing/billing-calls.ts'
import { intervalText } from '#domain/interval.ts'
import { m } from '#messages/generated/messages.js'
import { cardProvider } from '#web/cards/card-provider.ts'
import { CallProblem, call } from '#web/site/api.ts'
import { renewSession, useConfig } from '#web/site/site.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { offersQuery } from './offers-query.ts'
import { OrderSummary } from './order-summary.tsx'
import { OrderTerms } from './order-terms.tsx'
import { StepButtons, StepFrame } from './step-frame.tsx'
import type { StepProps } from './step-props.ts'
import { type Step, stepHref } from './steps.ts'

type Props = StepProps & {
  onRefused: (sentence: string) => void
  onPending: () => void
  onDone: () => void
}

/** Problems that are mended in an earlier step. */
const mendedIn: Readonly<Record<string, Step>> = {
  'billing-incomplete': 1,
  'interval-not-sold': 3,
  'payment-method-needed': 4,
}
/** Problems of the card, whose sentence is shown where another one can be entered. */
const ofTheCard = new Set(['card-declined', 'card-not-registered'])

/** Step 5: everything that will hold, and the order (German Civil Code, section 312j). */
export function OrderStep({ session, draft, change, onRefused, onPending, onDone }: Props) {
  const provider = cardProvider(useConfig(), session.subscription?.paymentProvider)
  const offers = useQuery(offersQuery)
  const queries = useQueryClient()
  const [agreed, setAgreed] = useState(false)
  const [fault, setFault] = useState<string>()
  const [refusal, setRefusal] = useState<string>()
  const [busy, setBusy] = useState(false)
  const navigate = useNavigate()
  const { data } = offers
  const offer = data?.offers.find(({ interval }) => intervalText(interval) === draft.interval)

  const refused = async ({ code, detail }: CallProblem) => {
    if (code === 'charge-in-flight') return onPending()
    const step = mendedIn[code]
    if (step) return navigate(stepHref(step))
    if (ofTheCard.has(code)) {
      change({ setupIntent: undefined })
      await renewSession()
      onRefused(detail)
      return
    }
    // the price that is shown next is the one that holds
    await queries.invalidateQueries({ queryKey: offersQuery.queryKey })
    setRefusal(detail)
  }

  const order = async () => {
    if (!data || !offer || !provider || busy) return
    const missing = data.consumer && !agreed
    setFault(missing ? m.wizard_immediate_start_missing() : undefined)
    setRefusal(undefined)
    if (missing) return
    setBusy(true)
    const reply = await call(billingCalls.changeSubscription, {
      body: {
        interval: offer.interval,
        paymentProvider: provider,
        shownGrossCents: offer.grossCents,
        ...(draft.setupIntent !== undefined && { setupIntent: draft.setupIntent }),
        ...(data.consumer && { immediateStart: true }),
      },
    })
    if (reply instanceof CallProblem) await refused(reply)
    else if (reply.status === 202) onPending()
    else {
      onDone()
      await renewSession()
    }
    setBusy(false)
  }

  if (data && !offer) return <Navigate to={stepHref(3)} replace />
  return (
    <StepFrame step={5} lead={m.wizard_order_lead()} refusal={refusal ?? offers.error?.message}>
      {data && offer ? (
        <>
          <OrderSummary session={session} draft={draft} offers={data} offer={offer} />
          <div className="grid gap-3">
            {data.consumer ? (
              <Checkbox
                label={m.wizard_immediate_start()}
                error={fault}
                checked={agreed}
                onChange={(event) => {
                  setAgreed(event.target.checked)
                  setFault(undefined)
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
