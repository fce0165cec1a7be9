import { href } from '#contract/pages.ts'
import type { Goods } from '#contract/shop/shop.ts'
import { productKey } from '#domain/shop/product-key.ts'
import { Link } from '#web/platform/ui/link.tsx'
import type { AddToCart } from './articles.ts'
import { GoodsChoice } from './goods-choice.tsx'
import { GoodsPicture } from './goods-picture.tsx'

/** Goods with their picture. One of several variants must be chosen before adding to the cart. */
export function GoodsCard({ goods, onAdd }: { goods: Goods; onAdd: AddToCart }) {
  const { name, description } = goods
  return (
    <li className="card flex flex-col overflow-hidden">
      <GoodsPicture goods={goods} />
      <div className="flex flex-1 flex-col gap-2 p-5">
        <h2 className="text-base">
          <Link to={href('shopProduct', { key: productKey(goods) })} className="hover:underline">
            <bdi>{name}</bdi>
          </Link>
        </h2>
        {description ? <p className="text-sm text-muted">{description}</p> : null}
        <GoodsChoice goods={goods} onAdd={onAdd} />
      </div>
    </li>
  )
}
