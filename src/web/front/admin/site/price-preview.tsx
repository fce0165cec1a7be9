import type { PricingPlan } from '#contract/site/site.ts'
import { m } from '#messages/generated/messages.js'
import { Calculator } from '#web/books/pricing/pricing-page.tsx'

/** The pricing page with these prices; its links lead nowhere. */
export function PricePreview({ plan }: { plan: PricingPlan | undefined }) {
  return (
    <section
      aria-label={m.prices_preview()}
      className="prices-preview"
      onClickCapture={(event) => {
        if (event.target instanceof Element && event.target.closest('a')) event.preventDefault()
      }}
    >
      <p className="text-sm font-medium">{m.prices_preview()}</p>
      {plan ? (
        <Calculator key={JSON.stringify(plan)} plan={plan} />
      ) : (
        <p className="text-sm text-muted">{m.prices_preview_none()}</p>
      )}
    </section>
  )
}
