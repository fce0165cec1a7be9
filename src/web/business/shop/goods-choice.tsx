import { useRef, useState } from 'react'
import type { Goods } from '#contract/shop/shop.ts'
import { quantityOf } from '#domain/shop/cart.ts'
import { m } from '#messages/generated/messages.js'
import { Button } from '#web/platform/ui/button.tsx'
import { Choices } from '#web/platform/ui/choices.tsx'
import type { AddToCart } from './articles.ts'
import { useCart } from './cart.ts'
import { Price } from './price.tsx'

/** Up to this stock, the number left is shown. */
const fewLeft = 5

/**
 * Variant, stock and price of goods, and the button into the cart. None of several variants is preselected, because
 * wrong sizes are returned.
 */
export function GoodsChoice({ goods, onAdd }: { goods: Goods; onAdd: AddToCart }) {
  const { name, variants } = goods
  const cart = useCart()
  const frame = useRef<HTMLDivElement>(null)
  const [chosen, choose] = useState<string>()
  const [isMissing, setMissing] = useState(false)
  const variant = variants.length === 1 ? variants[0] : variants.find(({ id }) => id === chosen)
  const inStock = variants.filter(({ available }) => available > 0)
  const offered = inStock.length > 0 ? inStock : variants
  const priced = variant ?? offered.toSorted((one, other) => one.grossCents - other.grossCents)[0]
  if (!priced) return null
  const inCart = variant ? quantityOf(cart, variant.id) : 0
  const isLeft = variant ? variant.available > inCart : inStock.length > 0
  const add = () => {
    setMissing(!variant)
    if (variant) onAdd({ id: variant.id, name }, inCart)
    else frame.current?.querySelector('input')?.focus()
  }
  return (
    <>
      {variants.length > 1 ? (
        <div ref={frame}>
          <Choices
            label={m.shop_goods_choose({ name })}
            labelHidden
            choices={variants.map(({ id, name: label }) => ({ value: id, label }))}
            value={chosen}
            error={isMissing && !variant ? m.shop_goods_choose_first() : undefined}
            onChange={choose}
          />
        </div>
      ) : null}
      <p role="status" className="caption empty:hidden">
        {leftText(variant, isLeft)}
      </p>
      <div className="mt-auto flex flex-wrap items-end justify-between gap-3 pt-3">
        <Price
          netCents={priced.netCents}
          grossCents={priced.grossCents}
          isFrom={!variant && offered.some(({ grossCents }) => grossCents !== priced.grossCents)}
          isShipped
        />
        <Button aria-label={m.shop_add_named({ name })} disabled={!isLeft} onClick={add}>
          {m.shop_add()}
        </Button>
      </div>
    </>
  )
}

function leftText(variant: Goods['variants'][number] | undefined, isLeft: boolean): string | null {
  if (variant ? variant.available === 0 : !isLeft) return m.shop_goods_sold_out()
  if (!variant || variant.available > fewLeft) return null
  return m.shop_goods_left({ available: variant.available })
}
