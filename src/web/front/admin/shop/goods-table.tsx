import { type ComponentProps, type Dispatch, type SetStateAction, useState } from 'react'
import { adminProductCalls } from '#contract/admin/admin-product-calls.ts'
import type { GoodsEdit, ProductDesk } from '#contract/admin/admin-products.ts'
import { m } from '#messages/generated/messages.js'
import { priceText } from '#web/platform/site/price-text.ts'
import { Button } from '#web/platform/ui/button.tsx'
import { EntryDialog } from './entry-dialog.tsx'
import { type Draft, type EntryField, EntryFields } from './entry-fields.tsx'
import { ProductTable } from './product-table.tsx'
import { centsIn, changeIn, textIn, typedPrice, wholeIn } from './typed-numbers.ts'
import { onSaleText } from './voucher-table.tsx'

type Goods = ProductDesk['goods'][number]

/** Shipped goods, with their variants and stock. */
export function GoodsTable({ desk: { goods, pictures } }: { desk: ProductDesk }) {
  return (
    <ProductTable
      label={m.desk_goods()}
      add={m.desk_goods_add()}
      rows={goods}
      keyOf={({ id }) => id}
      nameOf={({ name }) => name}
      columns={[
        {
          title: m.desk_goods_variants(),
          look: 'long',
          of: ({ variants }) => variants.map(variantText).join('; '),
        },
        { title: m.desk_product_state(), of: ({ onSale }) => onSaleText(onSale) },
      ]}
      edit={(row, close) => <GoodsDialog goods={row} pictures={pictures} onClose={close} />}
    />
  )
}

function variantText({ name, netCents, stock }: Goods['variants'][number]): string {
  const what = m.desk_goods_variant_text({ price: priceText(netCents), stock })
  return name === '' ? what : `${name}: ${what}`
}

function fields(pictures: readonly string[]): readonly EntryField[] {
  return [
    { name: 'name', label: m.desk_product_name() },
    {
      name: 'taxClass',
      label: m.desk_goods_tax(),
      choices: [
        ['standard', m.desk_goods_tax_standard()],
        ['book', m.desk_goods_tax_book()],
      ],
    },
    {
      name: 'picture',
      label: m.desk_goods_picture(),
      hint: m.desk_goods_picture_hint(),
      choices: [['', m.desk_goods_picture_none()], ...pictures.map((name) => [name, name] as const)],
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

type GoodsDialogProps = {
  readonly goods: Goods | undefined
  /** Names of the pictures that there are. */
  readonly pictures: readonly string[]
  readonly onClose: () => void
}

function GoodsDialog({ goods, pictures, onClose }: GoodsDialogProps) {
  // the one that it has stays a choice, also when its file is gone
  const offered = new Set([...(goods?.picture ? [goods.picture] : []), ...pictures])
  const [variants, setVariants] = useState<readonly Draft[]>(
    () => goods?.variants.map(draftOf) ?? [newVariant],
  )
  const names = variants.flatMap((_, index) =>
    ['name', 'netCents', 'weightGrams', 'stockChange'].map((name) => `variants.${index}.${name}`),
  )
  return (
    <EntryDialog
      title={goods ? m.desk_product_edit({ name: goods.name }) : m.desk_goods_add()}
      call={adminProductCalls.saveGoods}
      fields={fields([...offered])}
      initial={{
        name: goods?.name ?? '',
        description: goods?.description ?? '',
        picture: goods?.picture ?? '',
        taxClass: goods?.taxClass ?? 'standard',
        onSale: goods?.onSale ?? true,
      }}
      moreFaults={names}
      bodyOf={(draft) => ({
        ...(goods && { id: goods.id, version: goods.version }),
        name: textIn(draft, 'name'),
        description: textIn(draft, 'description'),
        picture: textIn(draft, 'picture'),
        taxClass: draft.taxClass === 'book' ? ('book' as const) : ('standard' as const),
        onSale: draft.onSale === true,
        variants: variants.map(editOf),
      })}
      onClose={onClose}
    >
      {(faults) => <Variants {...{ variants, faults, setVariants }} />}
    </EntryDialog>
  )
}

type VariantsProps = {
  variants: readonly Draft[]
  faults: ComponentProps<typeof EntryFields>['faults']
  setVariants: Dispatch<SetStateAction<readonly Draft[]>>
}

function Variants({ variants, faults, setVariants }: VariantsProps) {
  return (
    <>
      {variants.map((variant, index) => (
        <fieldset key={String(variant.key)} className="grid gap-3 border-t border-line pt-4">
          <legend className="float-left mb-3 text-sm font-semibold">
            {m.desk_goods_variant({ number: index + 1 })}
          </legend>
          <EntryFields
            fields={variantFields(variant)}
            draft={variant}
            faults={faults}
            prefix={`variants.${index}.`}
            onChange={(name, value) =>
              setVariants((before) =>
                before.map((one) => (one === variant ? { ...one, [name]: value } : one)),
              )
            }
          />
        </fieldset>
      ))}
      <Button
        className="justify-self-start"
        onClick={() => setVariants((before) => [...before, { ...newVariant, key: `new ${before.length}` }])}
      >
        {m.desk_goods_variant_add()}
      </Button>
    </>
  )
}

const newVariant: Draft = {
  key: 'new',
  name: '',
  netCents: '',
  weightGrams: '',
  stockChange: '',
  onSale: true,
}

function draftOf({ id, name, netCents, weightGrams, stock, onSale }: Goods['variants'][number]): Draft {
  return {
    key: id,
    id,
    name,
    netCents: typedPrice(netCents),
    weightGrams: String(weightGrams),
    stock: String(stock),
    stockChange: '',
    onSale,
  }
}

function editOf(draft: Draft): GoodsEdit['variants'][number] {
  const id = textIn(draft, 'id')
  return {
    ...(id !== '' && { id }),
    name: textIn(draft, 'name'),
    netCents: centsIn(draft, 'netCents'),
    weightGrams: wholeIn(draft, 'weightGrams'),
    stockChange: changeIn(draft, 'stockChange'),
    onSale: draft.onSale === true,
  }
}

function variantFields({ stock }: Draft): readonly EntryField[] {
  const isNew = stock === undefined
  return [
    { name: 'name', label: m.desk_goods_variant_name(), optional: m.account_optional() },
    { name: 'netCents', label: m.desk_product_net_price(), kind: 'price' },
    { name: 'weightGrams', label: m.desk_goods_weight(), kind: 'number', maxLength: 6 },
    {
      name: 'stockChange',
      label: isNew ? m.desk_goods_stock() : m.desk_goods_stock_change(),
      ...(!isNew && { hint: m.desk_goods_stock_hint({ stock: String(stock) }) }),
      maxLength: 8,
    },
    { name: 'onSale', label: m.desk_product_on_sale(), kind: 'check' },
  ]
}
