import { adminProductCalls } from '#contract/admin/admin-product-calls.ts'
import type { ProductDesk } from '#contract/admin/admin-products.ts'
import { m } from '#messages/generated/messages.js'
import { priceText } from '#web/platform/site/price-text.ts'
import { EntryDialog } from './entry-dialog.tsx'
import type { EntryField } from './entry-fields.tsx'
import { ProductTable } from './product-table.tsx'
import { centsIn, textIn, typedPrice, wholeIn } from './typed-numbers.ts'
import { onSaleText } from './voucher-table.tsx'

type ShippingMethod = ProductDesk['shippingMethods'][number]

/** The ways in which goods are shipped. */
export function ShippingTable({ methods }: { methods: readonly ShippingMethod[] }) {
  return (
    <ProductTable
      label={m.desk_shipping()}
      add={m.desk_shipping_add()}
      rows={methods}
      keyOf={({ id }) => id}
      nameOf={({ name }) => name}
      columns={[
        { title: m.desk_product_price(), look: 'amount', of: ({ netCents }) => priceText(netCents) },
        { title: m.desk_shipping_weight(), look: 'amount', of: ({ weightUpToGrams }) => weightUpToGrams },
        { title: m.desk_shipping_countries(), look: 'long', of: ({ countries }) => countries.join(' ') },
        { title: m.desk_product_state(), of: ({ onOffer }) => onSaleText(onOffer) },
      ]}
      edit={(row, close) => <ShippingDialog method={row} onClose={close} />}
    />
  )
}

function fields(): readonly EntryField[] {
  return [
    { name: 'name', label: m.desk_product_name() },
    { name: 'netCents', label: m.desk_product_net_price(), kind: 'price' },
    { name: 'weightUpToGrams', label: m.desk_shipping_weight(), kind: 'number', maxLength: 7 },
    { name: 'onOffer', label: m.desk_product_on_sale(), kind: 'check' },
    {
      name: 'countries',
      label: m.desk_shipping_countries(),
      kind: 'lines',
      hint: m.desk_shipping_countries_hint(),
      maxLength: 1000,
    },
  ]
}

function ShippingDialog({ method, onClose }: { method: ShippingMethod | undefined; onClose: () => void }) {
  return (
    <EntryDialog
      title={method ? m.desk_product_edit({ name: method.name }) : m.desk_shipping_add()}
      call={adminProductCalls.saveShippingMethod}
      fields={fields()}
      initial={{
        name: method?.name ?? '',
        netCents: method ? typedPrice(method.netCents) : '',
        weightUpToGrams: String(method?.weightUpToGrams ?? 5000),
        countries: method?.countries.join(' ') ?? '',
        onOffer: method?.onOffer ?? true,
      }}
      bodyOf={(draft) => ({
        ...(method && { id: method.id, version: method.version }),
        name: textIn(draft, 'name'),
        netCents: centsIn(draft, 'netCents'),
        weightUpToGrams: wholeIn(draft, 'weightUpToGrams'),
        // an invalid code is refused as an unknown country
        countries: (
          textIn(draft, 'countries')
            .toUpperCase()
            .match(/[^\s,;]+/g) ?? []
        ).map((code) => (code.length > 2 ? '??' : code)),
        onOffer: draft.onOffer === true,
      })}
      onClose={onClose}
    />
  )
}
