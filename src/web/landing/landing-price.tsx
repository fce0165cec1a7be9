import { href } from '#contract/pages.ts'
import { cheapestMonth } from '#domain/pricing.ts'
import { m } from '#messages/generated/messages.js'
import { priceText } from '#web/pricing/price-text.ts'
import { useConfig } from '#web/site/site.ts'
import { Link } from '#web/ui/link.tsx'

/** The lowest price on sale for one user. */
export function LandingPrice() {
  const { pricing, serviceMode } = useConfig()
  const plan = pricing.plans.find(({ id }) => id === pricing.plan)
  if (!plan || serviceMode === 'sunset') return null
  return (
    <p className="mt-5 text-sm text-muted">
      <Link to={href('pricing')} className="link">
        {m.landing_price({ price: priceText(cheapestMonth(plan)) })}
      </Link>{' '}
      {m.landing_price_hint()}
    </p>
  )
}
