import { adminProductCalls } from '#contract/admin/admin-product-calls.ts'
import type { ProductDesk } from '#contract/admin/admin-products.ts'
import type { Interval } from '#domain/interval.ts'
import { m } from '#messages/generated/messages.js'
import { voucherText } from '#web/business/shop/shop-text.ts'
import { priceText } from '#web/platform/site/price-text.ts'
import { EntryDialog } from './entry-dialog.tsx'
import type { EntryField } from './entry-fields.tsx'
import { ProductTable } from './product-table.tsx'
import { centsIn, textIn, typedPrice, wholeIn } from './typed-numbers.ts'

type Voucher = ProductDesk['vouchers'][number]

/** The gift vouchers. */
export function VoucherTable({ vouchers }: { vouchers: readonly Voucher[] }) {
  return (
    <ProductTable
      label={m.desk_vouchers()}
      add={m.desk_voucher_add()}
      rows={vouchers}
      keyOf={({ id }) => id}
      nameOf={({ name }) => name}
      columns={[
        { title: m.desk_product_price(), look: 'amount', of: ({ netCents }) => priceText(netCents) },
        { title: m.desk_voucher_what(), look: 'long', of: voucherText },
        { title: m.desk_product_state(), of: ({ onSale }) => onSaleText(onSale) },
      ]}
      edit={(row, close) => <VoucherDialog voucher={row} onClose={close} />}
    />
  )
}

export function onSaleText(onSale: boolean): string {
  return onSale ? m.desk_product_on_sale() : m.desk_product_off_sale()
}

function fields(): readonly EntryField[] {
  return [
    { name: 'name', label: m.desk_product_name() },
    { name: 'netCents', label: m.desk_product_net_price(), kind: 'price' },
    { name: 'licenseCount', label: m.desk_voucher_licenses(), kind: 'number', maxLength: 4 },
    { name: 'interval', label: m.coupon_add_interval_value(), kind: 'number', maxLength: 3 },
    {
      name: 'unit',
      label: m.coupon_add_interval_unit(),
      choices: [
        ['d', m.coupon_unit_day()],
        ['w', m.coupon_unit_week()],
        ['m', m.coupon_unit_month()],
        ['y', m.coupon_unit_year()],
      ],
    },
    { name: 'onSale', label: m.desk_product_on_sale(), kind: 'check' },
    {
      name: 'description',
      label: m.desk_product_description(),
      kind: 'lines',
      maxLength: 2000,
      optional: m.account_optional(),
    },
  ]
}

function VoucherDialog({ voucher, onClose }: { voucher: Voucher | undefined; onClose: () => void }) {
  return (
    <EntryDialog
      title={voucher ? m.desk_product_edit({ name: voucher.name }) : m.desk_voucher_add()}
      call={adminProductCalls.saveVoucher}
      fields={fields()}
      initial={{
        name: voucher?.name ?? '',
        description: voucher?.description ?? '',
        netCents: voucher ? typedPrice(voucher.netCents) : '',
        licenseCount: String(voucher?.licenseCount ?? 1),
        interval: String(voucher?.interval.value ?? 1),
        unit: voucher?.interval.unit ?? 'm',
        onSale: voucher?.onSale ?? true,
      }}
      bodyOf={(draft) => ({
        ...(voucher && { id: voucher.id, version: voucher.version }),
        name: textIn(draft, 'name'),
        description: textIn(draft, 'description'),
        netCents: centsIn(draft, 'netCents'),
        licenseCount: wholeIn(draft, 'licenseCount'),
        // no number is refused as 0 is
        interval: {
          value: Math.max(wholeIn(draft, 'interval'), 0),
          unit: textIn(draft, 'unit') as Interval['unit'],
        },
        onSale: draft.onSale === true,
      })}
      onClose={onClose}
    />
  )
}
