import type { CouponAnswer } from '#contract/admin/admin-coupon-calls.ts'
import { href } from '#contract/pages.ts'
import { m } from '#messages/generated/messages.js'
import { intervalName } from '#web/books/pricing/interval-name.ts'
import { ScrollingTable } from '#web/front/desk/scrolling-table.tsx'
import { usePages } from '#web/platform/layout/table-pages.tsx'
import { Link } from '#web/platform/ui/link.tsx'

type Coupon = CouponAnswer['coupons'][number]

/** Coupons with their limits and how often they were used; narrow screens say the limits below the code. */
export function CouponTable({ coupons }: { coupons: readonly Coupon[] }) {
  const { shown, pages } = usePages(coupons, m.coupon_found())
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <ScrollingTable label={m.coupon_found()}>
        <thead>
          <tr>
            <th scope="col">{m.coupon_column_code()}</th>
            <th scope="col" className="max-md:hidden">
              {m.coupon_column_associate()}
            </th>
            <th scope="col" className="text-right max-md:hidden">
              {m.coupon_column_licenses()}
            </th>
            <th scope="col" className="text-right max-md:hidden">
              {m.coupon_column_max_uses()}
            </th>
            <th scope="col" className="pl-6! max-md:hidden">
              {m.coupon_column_interval()}
            </th>
            <th scope="col" className="max-md:hidden">
              {m.coupon_column_valid_until()}
            </th>
            <th scope="col" className="text-right">
              {m.coupon_column_uses()}
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map((coupon) => (
            <Row key={coupon.code} coupon={coupon} />
          ))}
        </tbody>
      </ScrollingTable>
      {pages}
    </div>
  )
}

function Row({ coupon }: { coupon: Coupon }) {
  const { code, associate, licenseCount, maxUses, interval, validUntil, uses } = coupon
  return (
    <tr>
      <th scope="row" className="align-baseline wrap-anywhere whitespace-normal!">
        <LookUp query={code} />
        <span className="caption block md:hidden">
          {associate === undefined ? null : (
            <>
              <LookUp query={associate} />
              <br />
            </>
          )}
          {[
            m.coupon_licenses({ count: licenseCount }),
            intervalName(interval),
            ...(validUntil ? [m.coupon_valid_until({ day: validUntil })] : []),
          ].join(' · ')}
        </span>
      </th>
      <td className="align-baseline wrap-anywhere whitespace-normal! max-md:hidden">
        {associate === undefined ? '–' : <LookUp query={associate} />}
      </td>
      <td className="num text-right align-baseline max-md:hidden">{licenseCount}</td>
      <td className="num text-right align-baseline max-md:hidden">{maxUses ?? '–'}</td>
      <td className="pl-6! align-baseline max-md:hidden">{intervalName(interval)}</td>
      <td className="num align-baseline max-md:hidden">{validUntil ?? '–'}</td>
      <td className="num text-right align-baseline">
        <span className="max-md:hidden">{uses}</span>
        <span className="md:hidden">
          {maxUses === undefined ? uses : m.coupon_uses_of({ uses, maxUses })}
        </span>
      </td>
    </tr>
  )
}

function LookUp({ query }: { query: string }) {
  return (
    <Link
      to={href('couponLookup', {}, { query })}
      className="link max-md:inline-block max-md:min-h-6 max-md:py-0.5"
    >
      {query}
    </Link>
  )
}
