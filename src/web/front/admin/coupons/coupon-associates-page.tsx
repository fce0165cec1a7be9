import { adminCouponCalls } from '#contract/admin/admin-coupon-calls.ts'
import { deskHref } from '#contract/desk/desk-pages.ts'
import { m } from '#messages/generated/messages.js'
import { AdminPage } from '#web/front/desk/admin-page.tsx'
import { useDeskRead } from '#web/front/desk/desk-query.ts'
import { DeskTable } from '#web/front/desk/desk-table.tsx'
import { ReadState } from '#web/front/desk/read-state.tsx'
import { usePages } from '#web/platform/layout/table-pages.tsx'
import { Link } from '#web/platform/ui/link.tsx'

/** Who gives coupons away, and how many (product.md section 2, Coupon associates). */
export function Component() {
  return (
    <AdminPage title={m.associates_page()}>
      <Associates />
    </AdminPage>
  )
}

function Associates() {
  const read = useDeskRead(adminCouponCalls.couponAssociates, 'associates[]')
  if (!read.data) return <ReadState read={read} />
  const { associates } = read.data
  if (associates.length === 0) return <p className="text-muted">{m.associates_none()}</p>
  return <AssociatesTable associates={associates} />
}

function AssociatesTable({
  associates,
}: {
  associates: readonly { readonly associate: string; readonly coupons: number }[]
}) {
  const { shown, pages } = usePages(associates, m.associates_page())
  return (
    <div className="grid max-w-xl grid-cols-[minmax(0,1fr)] gap-3">
      <DeskTable
        label={m.associates_page()}
        columns={[
          {
            title: m.coupon_column_associate(),
            of: ({ associate }) => (
              <Link to={deskHref('couponLookup', {}, { query: associate })} className="link">
                <bdi>{associate}</bdi>
              </Link>
            ),
          },
          { title: m.associates_column_coupons(), look: 'amount', of: ({ coupons }) => coupons },
        ]}
        rows={shown}
        keyOf={({ associate }) => associate}
      />
      {pages}
    </div>
  )
}
