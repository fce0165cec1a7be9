import type { CouponAnswer } from '#contract/admin/admin-coupon-calls.ts'
import { deskHref } from '#contract/desk/desk-pages.ts'
import { m } from '#messages/generated/messages.js'
import { intervalName } from '#web/books/pricing/interval-name.ts'
import { type Column, DeskTable, RowLink } from '#web/front/desk/desk-table.tsx'
import { usePages } from '#web/platform/layout/table-pages.tsx'
import { priceText } from '#web/platform/site/price-text.ts'

type Coupon = CouponAnswer['coupons'][number]

/** Coupons with their limits and how often they were used. */
export function CouponTable({ coupons }: { coupons: readonly Coupon[] }) {
  const { shown, pages } = usePages(coupons, m.coupon_found())
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <DeskTable label={m.coupon_found()} columns={columns()} rows={shown} keyOf={({ code }) => code} />
      {pages}
    </div>
  )
}

function columns(): readonly Column<Coupon>[] {
  return [
    { title: m.coupon_column_code(), of: ({ code }) => <LookUp query={code} /> },
    {
      title: m.coupon_column_associate(),
      look: 'long',
      of: ({ associate }) => (associate === undefined ? '–' : <LookUp query={associate} />),
    },
    {
      title: m.coupon_column_licenses(),
      look: 'amount',
      of: ({ licenseCount, off }) => (off ? '–' : licenseCount),
    },
    { title: m.coupon_column_max_uses(), look: 'amount', of: ({ maxUses }) => maxUses ?? '–' },
    {
      title: m.coupon_column_interval(),
      of: ({ interval, off }) => (off ? offText(off) : intervalName(interval)),
    },
    { title: m.coupon_column_valid_until(), look: 'digits', of: ({ validUntil }) => validUntil ?? '–' },
    { title: m.coupon_column_uses(), look: 'amount', of: ({ uses }) => uses },
  ]
}

/** '20% off, 3 periods, first-time customers' */
function offText({ percent, offCents, periods, intervals, firstTime }: NonNullable<Coupon['off']>): string {
  return [
    percent === null
      ? m.money_off_amount({ amount: priceText(offCents ?? 0) })
      : m.money_off_percent({ percent }),
    ...(periods === null ? [] : [m.money_off_periods({ count: periods })]),
    ...(intervals ?? []).map(intervalName),
    ...(firstTime ? [m.money_off_first_time()] : []),
  ].join(', ')
}

function LookUp({ query }: { query: string }) {
  return <RowLink to={deskHref('couponLookup', {}, { query })}>{query}</RowLink>
}
