import { m } from '#messages/generated/messages.js'
import { AdminPage } from '#web/admin/admin-page.tsx'
import { CouponCreation } from './coupon-creation.tsx'

/** New coupons, all alike but for their codes (product.md section 2, Coupon add). */
export function Component() {
  return (
    <AdminPage title={m.coupon_add_page()}>
      <CouponCreation />
    </AdminPage>
  )
}
