import type { CouponAnswer } from '#contract/admin/admin-coupon-calls.ts'
import { deskHref } from '#contract/desk/desk-pages.ts'
import { m } from '#messages/generated/messages.js'
import { adminTime } from '#web/front/desk/admin-time.ts'
import { type Column, DeskTable } from '#web/front/desk/desk-table.tsx'
import { TablePages } from '#web/platform/layout/table-pages.tsx'
import { Link } from '#web/platform/ui/link.tsx'

type Use = CouponAnswer['uses'][number]
type Found = Pick<CouponAnswer, 'coupon' | 'coupons' | 'count' | 'uses'>
/** Which page of the uses is shown; the first is 0. */
type Paged = { readonly page: number; readonly onPage: (page: number) => void }

/** Who redeemed a coupon and when; of an associate's coupons also which one, and how many uses there are in all. */
export function CouponUses({ coupon, coupons, count, uses, page, onPage }: Found & Paged) {
  const total = coupons.reduce((sum, one) => sum + one.uses, 0)
  const several = coupon === null && coupons.length > 1
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2>{m.coupon_used_by()}</h2>
      {several ? (
        <p className="text-sm">
          {m.coupon_total_uses()}: <span className="num">{total}</span>
        </p>
      ) : null}
      {count > 0 ? <UsesTable uses={uses} several={several} /> : null}
      <TablePages table={m.coupon_used_by()} page={page} count={count} onPage={onPage} />
      {count === 0 ? <p className="text-muted">{m.coupon_unused()}</p> : null}
      {count < total ? (
        <p className="caption max-w-[65ch]">{m.coupon_uses_unlisted({ listed: count, total })}</p>
      ) : null}
    </div>
  )
}

function UsesTable({ uses, several }: { uses: readonly Use[]; several: boolean }) {
  const whose: readonly Column<Use>[] = [
    { title: m.coupon_column_coupon(), look: 'long', of: ({ couponCode }) => couponCode },
    { title: m.coupon_column_name(), look: 'long', of: ({ name }) => <bdi>{name}</bdi> },
  ]
  const columns: readonly Column<Use>[] = [
    {
      title: m.coupon_column_time(),
      of: ({ time }) => (
        <time dateTime={time} className="num">
          {adminTime(time)}
        </time>
      ),
    },
    ...(several ? whose : []),
    { title: m.coupon_column_contact(), look: 'long', of: (use) => <Contact {...use} /> },
  ]
  return (
    <DeskTable
      label={m.coupon_used_by()}
      columns={columns}
      rows={uses}
      keyOf={({ accountId, couponCode }) => `${accountId} ${couponCode}`}
    />
  )
}

function Contact({ contact, name, accountId }: Use) {
  return (
    <Link to={deskHref('adminAccount', { id: accountId })} className="link">
      {contact || name}
    </Link>
  )
}
