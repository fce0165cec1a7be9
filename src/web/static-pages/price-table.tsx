import type { PricingPlan } from '#contract/site.ts'
import { monthlyPrice, tierOf, userRanges } from '#domain/pricing.ts'
import { m } from '#messages/generated/messages.js'
import { intervalName } from './interval-name.ts'

/** All prices of a plan at a glance; the chosen one is marked. */
export function PriceTable({
  plan,
  users,
  chosen,
  shown,
}: {
  plan: PricingPlan
  users: number
  chosen: PricingPlan['intervals'][number]
  shown: (netCents: number) => string
}) {
  return (
    <section aria-labelledby="price-table" className="mt-12">
      <h2 id="price-table">{m.pricing_table_title()}</h2>
      <div className="mt-4 overflow-x-auto">
        <table className="table w-full max-w-2xl">
          <thead>
            <tr>
              <th scope="col">{m.pricing_table_users()}</th>
              {plan.intervals.map(({ interval }) => (
                <th key={intervalName(interval)} scope="col" className="text-right">
                  {intervalName(interval)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {userRanges(plan).map(({ from, to }) => (
              <tr key={from}>
                <th scope="row" className="num">
                  {to === undefined
                    ? m.pricing_range_open({ low: from })
                    : m.pricing_range({ low: from, high: to })}
                </th>
                {plan.intervals.map((one) => (
                  <td
                    key={intervalName(one.interval)}
                    className="num text-right"
                    aria-current={
                      one === chosen && tierOf(plan, users).fromUsers === from ? 'true' : undefined
                    }
                  >
                    {shown(monthlyPrice(plan, from, one) / from)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="mt-3 text-[0.8125rem] text-muted">{m.pricing_table_note()}</p>
    </section>
  )
}
