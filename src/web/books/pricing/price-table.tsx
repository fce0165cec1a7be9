import type { PricingPlan } from '#contract/site/site.ts'
import { monthlyPrice, tierOf, userRanges } from '#domain/pricing.ts'
import { m } from '#messages/generated/messages.js'
import { intervalName } from './interval-name.ts'

/** All prices of a plan, with the chosen one marked. */
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
    <section aria-labelledby="price-table" className="mt-12 gap-4 md:grid md:grid-cols-[1fr_20rem]">
      <h2 id="price-table" className="col-span-full">
        {m.pricing_table_title()}
      </h2>
      <div className="overflow-x-auto max-md:mt-4">
        <table className="table w-full">
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
      <p className="max-w-64 text-[0.8125rem] text-muted max-md:mt-3 md:pt-2.5 md:pl-6">
        {m.pricing_table_note()}
      </p>
    </section>
  )
}
