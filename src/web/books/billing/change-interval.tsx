import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Subscription } from '#contract/accounts/accounts.ts'
import { intervalText } from '#domain/interval.ts'
import { m } from '#messages/generated/messages.js'
import { everyInterval } from '#web/books/pricing/interval-name.ts'
import { Alert } from '#web/platform/ui/alert.tsx'
import { Button } from '#web/platform/ui/button.tsx'
import { Choices } from '#web/platform/ui/choices.tsx'
import { Modal } from '#web/platform/ui/modal.tsx'
import { Spinner } from '#web/platform/ui/spinner.tsx'
import { billingDay } from './billing-day.ts'
import { offersQuery } from './billing-queries.ts'
import { IntervalOrder } from './interval-order.tsx'
import { intervalLabel } from './price-lines.tsx'

/** Whether a subscription is paid, renewing and not overdue. */
export function mayChangeInterval({ status, health, interval, prepaid }: Subscription): boolean {
  return status === 'active' && health === 'ok' && interval !== null && !prepaid
}

/** The subscription's billing interval, and the order of another one. */
export function ChangeInterval({ subscription }: { subscription: Subscription }) {
  const [open, setOpen] = useState(false)
  const { interval, nextInterval, until } = subscription
  if (!interval || !until) return null
  const every = everyInterval(interval)
  return (
    <div className="grid max-w-prose justify-items-start gap-3">
      <div>
        <h3 className="text-sm font-medium">{m.interval_heading()}</h3>
        <p className="text-sm text-muted">
          {nextInterval
            ? m.interval_lead_next({ every, date: billingDay(until), next: everyInterval(nextInterval) })
            : m.interval_lead({ every })}
        </p>
      </div>
      <Button onClick={() => setOpen(true)}>{m.interval_change()}</Button>
      {open ? <IntervalDialog subscription={subscription} onClose={() => setOpen(false)} /> : null}
    </div>
  )
}

/** Chooses an interval and its start, then shows the order with its terms. */
function IntervalDialog({ subscription, onClose }: { subscription: Subscription; onClose: () => void }) {
  const offers = useQuery(offersQuery)
  const [chosen, setChosen] = useState('')
  const [when, setWhen] = useState<'at-once' | 'at-end'>('at-once')
  const { interval, nextInterval, until } = subscription
  const { data } = offers
  const kept = nextInterval ?? interval
  const choices = data?.offers.filter((offer) => !kept || intervalText(offer.interval) !== intervalText(kept))
  const offer = choices?.find((one) => intervalText(one.interval) === chosen)
  const atOnce = when === 'at-once' && offer?.atOnce !== undefined
  return (
    <Modal title={m.interval_title()} onClose={onClose}>
      <div className="grid gap-6">
        {offers.error ? <Alert>{offers.error.message}</Alert> : null}
        {data && choices ? (
          <Choices
            stacked
            label={m.interval_choose()}
            value={chosen}
            onChange={(value) => {
              setChosen(value)
              setWhen('at-once')
            }}
            choices={choices.map((one) => ({
              value: intervalText(one.interval),
              ...intervalLabel(one, data, interval),
            }))}
          />
        ) : (
          <Spinner />
        )}
        {offer?.atOnce && until ? (
          <Choices
            stacked
            label={m.interval_when()}
            value={when}
            onChange={setWhen}
            choices={[
              { value: 'at-once', label: m.interval_at_once() },
              { value: 'at-end', label: m.interval_at_end({ date: billingDay(until) }) },
            ]}
          />
        ) : null}
        {data && offer && until ? (
          <IntervalOrder
            key={`${chosen} ${when}`}
            offers={data}
            offer={offer}
            atOnce={atOnce}
            subscription={subscription}
            onDone={onClose}
          />
        ) : null}
        <Button className="justify-self-end" onClick={onClose}>
          {m.interval_back()}
        </Button>
      </div>
    </Modal>
  )
}
