import { adminProductCalls } from '#contract/admin/admin-product-calls.ts'
import { m } from '#messages/generated/messages.js'
import { AdminPage } from '#web/front/desk/admin-page.tsx'
import { useDeskRead } from '#web/front/desk/desk-query.ts'
import { ReadState } from '#web/front/desk/read-state.tsx'
import { Tabs } from '#web/platform/ui/tabs.tsx'
import { DiscountTable } from './discount-table.tsx'
import { GoodsTable } from './goods-table.tsx'
import { ShippingTable } from './shipping-table.tsx'
import { VoucherTable } from './voucher-table.tsx'

/** What the shop sells, how it ships it, and which codes lower its prices. */
export function Component() {
  return (
    <AdminPage title={m.desk_products()}>
      <Products />
    </AdminPage>
  )
}

function Products() {
  const read = useDeskRead(adminProductCalls.productDesk, 'vouchers[]')
  const { data } = read
  if (!data) return <ReadState read={read} />
  return (
    <Tabs
      label={m.desk_products()}
      tabs={[
        { value: 'vouchers', label: m.desk_vouchers(), content: <VoucherTable vouchers={data.vouchers} /> },
        { value: 'goods', label: m.desk_goods(), content: <GoodsTable desk={data} /> },
        {
          value: 'shipping',
          label: m.desk_shipping(),
          content: <ShippingTable methods={data.shippingMethods} />,
        },
        {
          value: 'discounts',
          label: m.desk_discounts(),
          content: <DiscountTable discounts={data.discounts} />,
        },
      ]}
    />
  )
}
