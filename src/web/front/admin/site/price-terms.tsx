import { useId } from 'react'
import type { DeskPrices } from '#contract/desk/price-calls.ts'
import { m } from '#messages/generated/messages.js'
import { intervalName } from '#web/books/pricing/interval-name.ts'
import { Fact, Facts } from '#web/front/desk/facts.tsx'

/** The days that go with the prices, and what they mean. They are settings of the server, or fixed. */
export function PriceTerms({
  prices: { trialDays, graceDays, refundDays, withdrawalDays },
}: {
  prices: DeskPrices
}) {
  const heading = useId()
  return (
    <section aria-labelledby={heading} className="grid max-w-[65ch] gap-3">
      <h2 id={heading}>{m.prices_terms()}</h2>
      <Facts>
        <Fact name={m.prices_trial()}>{m.prices_trial_means({ days: daysText(trialDays) })}</Fact>
        <Fact name={m.prices_grace()}>{m.prices_grace_means({ days: daysText(graceDays) })}</Fact>
        <Fact name={m.prices_refund()}>{m.prices_refund_means({ days: refundDays })}</Fact>
        <Fact name={m.prices_withdrawal()}>{m.prices_withdrawal_means({ days: withdrawalDays })}</Fact>
      </Facts>
      <p className="caption">{m.prices_terms_hint()}</p>
    </section>
  )
}

function daysText(value: number): string {
  return intervalName({ value, unit: 'd' })
}
