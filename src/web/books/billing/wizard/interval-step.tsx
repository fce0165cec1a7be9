import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { intervalText } from '#domain/interval.ts'
import { m } from '#messages/generated/messages.js'
import { offersQuery } from '#web/books/billing/billing-queries.ts'
import { intervalLabel } from '#web/books/billing/price-lines.tsx'
import { useNavigate } from '#web/platform/site/router.tsx'
import { Alert } from '#web/platform/ui/alert.tsx'
import { Choices } from '#web/platform/ui/choices.tsx'
import { Spinner } from '#web/platform/ui/spinner.tsx'
import type { StepProps } from './draft.ts'
import { FormStep } from './step-frame.tsx'
import { stepHref } from './steps.ts'

/** Step 3: the billing interval, with each one's price for the account's users. */
export function IntervalStep({ draft, change }: StepProps) {
  const offers = useQuery(offersQuery)
  const [fault, setFault] = useState<string>()
  const [busy, setBusy] = useState(false)
  const navigate = useNavigate()
  const { data } = offers

  const next = async () => {
    // a user who returns to an earlier choice can be faster than the prices
    setBusy(true)
    const offered = data ?? (await offers.refetch({ cancelRefetch: false })).data
    setBusy(false)
    if (!offered) return
    const known = offered.offers.some(({ interval }) => intervalText(interval) === draft.interval)
    if (!known) return setFault(m.wizard_interval_missing())
    navigate(stepHref(4))
  }
  return (
    <FormStep
      step={3}
      lead={data ? m.wizard_interval_lead({ count: data.users }) : ''}
      busy={busy}
      refusal={offers.error?.message}
      onSubmit={next}
    >
      {data ? (
        <div className="grid gap-3">
          <Choices
            label={m.pricing_interval()}
            stacked
            value={draft.interval ?? ''}
            onChange={(interval) => {
              change({ interval })
              setFault(undefined)
            }}
            choices={data.offers.map((offer) => ({
              value: intervalText(offer.interval),
              ...intervalLabel(offer, data),
            }))}
          />
          {fault ? <Alert>{fault}</Alert> : null}
        </div>
      ) : null}
      {offers.isPending ? <Spinner /> : null}
    </FormStep>
  )
}
