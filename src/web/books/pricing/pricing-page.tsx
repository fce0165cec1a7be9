import { useEffect, useState } from 'react'
import { href } from '#contract/pages.ts'
import type { PricingPlan } from '#contract/site/site.ts'
import {
  cheaperInterval,
  cheaperUsers,
  fewestUsers,
  intervalPrice,
  monthlyPrice,
  mostUsers,
  withVat,
} from '#domain/pricing.ts'
import { saysClosing, saysPaused, sells } from '#domain/service-mode.ts'
import { m } from '#messages/generated/messages.js'
import { usePageTitle } from '#web/platform/layout/page-title.ts'
import { priceText } from '#web/platform/site/price-text.ts'
import { useSearchParams } from '#web/platform/site/router.tsx'
import { useConfig, useSession } from '#web/platform/site/site.ts'
import { buttonClass } from '#web/platform/ui/button.tsx'
import { Choices } from '#web/platform/ui/choices.tsx'
import { Link } from '#web/platform/ui/link.tsx'
import { intervalName } from './interval-name.ts'
import { PriceTable } from './price-table.tsx'
import type { ReadCoupon } from './read-coupon.ts'
import { Slider } from './slider.tsx'
import { subscribePath } from './subscribe-path.ts'

/** The prices of a subscription, by number of users and billing interval. */
export function Component() {
  usePageTitle(m.pricing_page())
  const { pricing } = useConfig()
  const plan = pricing.plans.find(({ id }) => id === pricing.plan)
  return (
    <div className="mx-auto max-w-5xl">
      <h1>{m.pricing_title()}</h1>
      <p className="running-text mt-3 text-[1.0625rem] text-muted">{m.pricing_lead()}</p>
      {plan ? <Calculator plan={plan} /> : null}
    </div>
  )
}

/** The prices of a plan, to be tried by users and interval. */
export function Calculator({ plan }: { plan: PricingPlan }) {
  const { vat } = useConfig()
  const [users, setUsers] = useState(fewestUsers)
  const [chosenIndex, setChosenIndex] = useState('0')
  const [vatShown, setVatShown] = useState<'including' | 'excluding'>('including')
  const chosen = plan.intervals[Number(chosenIndex)] ?? { interval: { value: 1, unit: 'm' }, percent: 100 }
  const coupon = useCoupon()
  const shown = (netCents: number) =>
    priceText(vatShown === 'including' ? withVat(netCents, vat.percent) : netCents)

  return (
    <>
      <div className="mt-8 grid gap-4 md:grid-cols-[1fr_20rem]">
        <div className="card grid content-start gap-7 p-5 sm:p-6">
          <Slider
            label={m.pricing_users()}
            valueText={m.pricing_users_value({ users })}
            fewer={m.pricing_fewer_users()}
            more={m.pricing_more_users()}
            value={users}
            min={fewestUsers}
            max={mostUsers}
            marks={[...plan.userTiers.slice(1).map(({ fromUsers }) => fromUsers), mostUsers]}
            onChange={setUsers}
          />
          <Choices
            label={m.pricing_interval()}
            value={chosenIndex}
            onChange={setChosenIndex}
            choices={plan.intervals.map(({ interval, percent }, index) => ({
              value: String(index),
              label: intervalName(interval),
              note: percent < 100 && m.pricing_discount({ percent: 100 - percent }),
            }))}
          />
          <Choices
            label={m.pricing_vat()}
            value={vatShown}
            onChange={setVatShown}
            choices={[
              {
                value: 'including',
                label: m.pricing_including_vat(),
                note: m.percent({ percent: vat.percent }),
              },
              { value: 'excluding', label: m.pricing_excluding_vat() },
            ]}
          />
        </div>
        <Total plan={plan} users={users} chosen={chosen} shown={shown} coupon={coupon} />
      </div>
      <PriceTable plan={plan} users={users} chosen={chosen} shown={shown} />
    </>
  )
}

type Chosen = PricingPlan['intervals'][number]

type TotalProps = {
  plan: PricingPlan
  users: number
  chosen: Chosen
  shown: (netCents: number) => string
  /** Of the link that led here. */
  coupon: ReadCoupon | undefined
}

function Total({ plan, users, chosen, shown, coupon }: TotalProps) {
  const { serviceMode, trialDays } = useConfig()
  const session = useSession()
  const { monthly, period, note } = pricesOf({ plan, users, chosen, coupon, shown })
  return (
    <section aria-labelledby="monthly-total" className="card flex flex-col p-5 sm:p-6">
      <h2 id="monthly-total" className="text-sm font-medium tracking-normal">
        {m.pricing_monthly_total()}
      </h2>
      <p
        role="status"
        className="mt-1 text-[2.5rem] leading-tight font-semibold tracking-[-0.03em] even-digits"
      >
        {shown(monthly)}
      </p>
      <ul className="mt-2 grid gap-0.5 text-sm text-muted">
        <li>{m.pricing_per_user({ price: shown(monthly / users) })}</li>
        <li>
          {m.pricing_charged({
            price: shown(period),
            interval: intervalName(chosen.interval),
          })}
        </li>
      </ul>
      {note ? (
        <p className="mt-5 rounded-control bg-accent-soft px-3 py-2 text-sm">{note}</p>
      ) : (
        <Hints plan={plan} users={users} chosen={chosen} shown={shown} />
      )}
      <div className="mt-auto pt-6">
        {saysClosing(serviceMode) ? <p className="text-sm">{m.pricing_sunset()}</p> : null}
        {saysPaused(serviceMode) ? <p className="text-sm">{m.service_paused()}</p> : null}
        {sells(serviceMode) && session?.authenticated === false ? (
          <>
            <Link
              to={href('register', {}, { next: subscribePath(chosen.interval), coupon: coupon?.code })}
              className={`${buttonClass({ variant: 'primary', size: 'large' })} w-full`}
            >
              {m.pricing_register()}
            </Link>
            {trialDays > 0 ? (
              <p className="mt-2.5 text-[0.8125rem] text-muted">{m.pricing_trial({ days: trialDays })}</p>
            ) : null}
          </>
        ) : null}
        {sells(serviceMode) && session?.authenticated ? (
          <Link
            to={coupon ? href('register', {}, { coupon: coupon.code }) : subscribePath(chosen.interval)}
            className={`${buttonClass({ variant: 'primary', size: 'large' })} w-full`}
          >
            {m.subscription_subscribe()}
          </Link>
        ) : null}
      </div>
    </section>
  )
}

/** The coupon of the address, read by a part of the page that others do without; undefined for a wrong one. */
function useCoupon(): ReadCoupon | undefined {
  const code = useSearchParams()[0].get('coupon')
  const [read, setRead] = useState<ReadCoupon>()
  useEffect(() => {
    if (code) void import('./read-coupon.ts').then(({ readCoupon }) => readCoupon(code)).then(setRead)
  }, [code])
  return read
}

/** Net prices of a month and of the period, with a coupon for this interval, and what it says about later ones. */
function pricesOf({ plan, users, chosen, coupon, shown }: Parameters<typeof Total>[0]) {
  const list = intervalPrice(plan, users, chosen)
  const lowered = coupon?.lower({ list, interval: chosen.interval, shown })
  return lowered ?? { monthly: monthlyPrice(plan, users, chosen), period: list, note: undefined }
}

/** Hints at cheaper choices: a longer interval, or more users at once. */
function Hints({ plan, users, chosen, shown }: Omit<Parameters<typeof Total>[0], 'coupon'>) {
  const monthly = monthlyPrice(plan, users, chosen)
  const interval = cheaperInterval(plan, chosen)
  const moreUsers = cheaperUsers(plan, users, chosen)
  const hints = [
    moreUsers !== undefined &&
      m.pricing_save_users({
        users: moreUsers,
        chosen: users,
        price: shown(monthlyPrice(plan, moreUsers, chosen)),
      }),
    interval &&
      m.pricing_save_interval({
        interval: intervalName(interval.interval),
        price: shown(monthly - monthlyPrice(plan, users, interval)),
      }),
  ].filter((hint) => hint !== false && hint !== undefined)
  if (hints.length === 0) return null
  return (
    <ul className="mt-5 grid gap-2 text-sm">
      {hints.map((hint) => (
        <li key={hint} className="rounded-control bg-accent-soft px-3 py-2">
          {hint}
        </li>
      ))}
    </ul>
  )
}
