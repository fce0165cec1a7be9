import { adminProductCalls } from '#contract/admin/admin-product-calls.ts'
import type { ProductDesk } from '#contract/admin/admin-products.ts'
import { m } from '#messages/generated/messages.js'
import { priceText } from '#web/platform/site/price-text.ts'
import { EntryDialog } from './entry-dialog.tsx'
import type { Draft, EntryField } from './entry-fields.tsx'
import { ProductTable } from './product-table.tsx'
import { centsIn, textIn, typedPrice, wholeIn } from './typed-numbers.ts'

type Discount = ProductDesk['discounts'][number]

/** The discount codes of the shop. */
export function DiscountTable({ discounts }: { discounts: readonly Discount[] }) {
  return (
    <ProductTable
      label={m.desk_discounts()}
      add={m.desk_discount_add()}
      rows={discounts}
      keyOf={({ code }) => code}
      nameOf={({ code }) => code}
      columns={[
        { title: m.desk_discount_what(), look: 'long', of: whatText },
        {
          title: m.desk_discount_uses(),
          look: 'amount',
          of: ({ uses, maxUses }) => `${uses} / ${maxUses ?? '∞'}`,
        },
        {
          title: m.desk_discount_days(),
          of: ({ validFrom, validUntil }) =>
            validFrom || validUntil ? `${validFrom ?? ''} – ${validUntil ?? ''}` : '–',
        },
      ]}
      edit={(row, close) => <DiscountDialog discount={row} onClose={close} />}
    />
  )
}

function whatText({ percent, offCents, freeShipping, minimumCents }: Discount): string {
  return [
    percent === null ? '' : m.percent({ percent }),
    offCents === null ? '' : priceText(offCents),
    freeShipping ? m.desk_discount_free_shipping() : '',
    minimumCents > 0 ? m.desk_discount_from({ amount: priceText(minimumCents) }) : '',
  ]
    .filter(Boolean)
    .join(', ')
}

function fields(isNew: boolean): readonly EntryField[] {
  const optional = m.account_optional()
  return [
    { name: 'code', label: m.desk_discount_code(), maxLength: 40, fixed: !isNew },
    { name: 'freeShipping', label: m.desk_discount_free_shipping(), kind: 'check' },
    { name: 'percent', label: m.desk_discount_percent(), kind: 'number', maxLength: 3, optional },
    { name: 'offCents', label: m.desk_discount_off(), kind: 'price', optional },
    { name: 'minimumCents', label: m.desk_discount_minimum(), kind: 'price', optional },
    { name: 'maxUses', label: m.desk_discount_max_uses(), kind: 'number', maxLength: 7, optional },
    { name: 'validFrom', label: m.desk_discount_first_day(), kind: 'day', optional },
    { name: 'validUntil', label: m.desk_discount_last_day(), kind: 'day', optional },
  ]
}

function DiscountDialog({ discount, onClose }: { discount: Discount | undefined; onClose: () => void }) {
  return (
    <EntryDialog
      title={discount ? m.desk_product_edit({ name: discount.code }) : m.desk_discount_add()}
      call={adminProductCalls.saveDiscount}
      fields={fields(discount === undefined)}
      initial={{
        code: discount?.code ?? '',
        freeShipping: discount?.freeShipping ?? false,
        percent: String(discount?.percent ?? ''),
        offCents: discount?.offCents ? typedPrice(discount.offCents) : '',
        minimumCents: discount?.minimumCents ? typedPrice(discount.minimumCents) : '',
        maxUses: String(discount?.maxUses ?? ''),
        validFrom: discount?.validFrom ?? '',
        validUntil: discount?.validUntil ?? '',
      }}
      bodyOf={(draft) => ({
        ...(discount && { version: discount.version }),
        code: textIn(draft, 'code'),
        freeShipping: draft.freeShipping === true,
        percent: unlessEmpty(draft, 'percent', wholeIn),
        offCents: unlessEmpty(draft, 'offCents', centsIn),
        minimumCents: unlessEmpty(draft, 'minimumCents', centsIn) ?? 0,
        maxUses: unlessEmpty(draft, 'maxUses', wholeIn),
        validFrom: textIn(draft, 'validFrom') || null,
        validUntil: textIn(draft, 'validUntil') || null,
      })}
      onClose={onClose}
    />
  )
}

function unlessEmpty(
  draft: Draft,
  name: string,
  read: (draft: Draft, name: string) => number,
): number | null {
  return textIn(draft, name) === '' ? null : read(draft, name)
}
