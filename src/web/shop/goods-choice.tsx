import { useState } from 'react'
import type { Goods } from '#contract/shop/shop.ts'
import { quantityOf } from '#domain/shop/cart.ts'
import { m } from '#messages/generated/messages.js'
import { Button } from '#web/ui/button.tsx'
import { Choices } from '#web/ui/choices.tsx'
import type { AddToCart } from './articles.ts'
import { useCart } from './cart.ts'
import { Price } from './price.tsx'

/** From so many on it is said how many are left. */
const fewLeft = 5

/** Which form of some goods, what of it is there and what it costs, and the way into the cart. */
export function GoodsChoice({ goods, onAdd }: { goods: Goods; onAdd: AddToCart }) {
  const { name, variants } = goods
  const cart = useCart()
  const [chosen, choose] = useState<string>()
  const variant =
    variants.find(({ id }) => id === chosen) ?? variants.find(({ available }) => available > 0) ?? variants[0]
  if (!variant) return null
  const inCart = quantityOf(cart, variant.id)
  const isLeft = variant.available > inCart
  return (
    <>
      {variants.length > 1 ? (
        <Choices
          label={m.shop_goods_choose({ name })}
          labelHidden
          choices={variants.map(({ id, name: label }) => ({ value: id, label }))}
          value={variant.id}
          onChange={choose}
        />
      ) : null}
      <p role="status" className="caption empty:hidden">
        {variant.available === 0
          ? m.shop_goods_sold_out()
          : variant.available <= fewLeft
            ? m.shop_goods_left({ available: variant.available })
            : null}
      </p>
      <div className="mt-auto flex flex-wrap items-end justify-between gap-3 pt-3">
        <Price netCents={variant.netCents} grossCents={variant.grossCents} isShipped />
        <Button
          aria-label={m.shop_add_named({ name })}
          disabled={!isLeft}
          onClick={() => onAdd({ id: variant.id, name }, inCart)}
        >
          {m.shop_add()}
        </Button>
      </div>
    </>
  )
}
