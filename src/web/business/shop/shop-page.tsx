import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { href } from '#contract/pages.ts'
import type { Goods, Shop, Voucher } from '#contract/shop/shop.ts'
import { countOf, mostOfOne, quantityOf } from '#domain/shop/cart.ts'
import { productKey } from '#domain/shop/product-key.ts'
import { m } from '#messages/generated/messages.js'
import { usePageTitle } from '#web/platform/layout/page-title.ts'
import { useSession } from '#web/platform/site/site.ts'
import { Button } from '#web/platform/ui/button.tsx'
import { FailedRead } from '#web/platform/ui/failed-read.tsx'
import { Link } from '#web/platform/ui/link.tsx'
import { Modal } from '#web/platform/ui/modal.tsx'
import { notify } from '#web/platform/ui/notifications-store.ts'
import { Spinner } from '#web/platform/ui/spinner.tsx'
import { useWideScreen } from '#web/platform/ui/wide-screen.ts'
import type { AddToCart } from './articles.ts'
import { putIntoCart, useCart } from './cart.ts'
import { CartContent } from './cart-content.tsx'
import { GoodsChoice } from './goods-choice.tsx'
import { GoodsPicture } from './goods-picture.tsx'
import { Price } from './price.tsx'
import { ShippingCosts } from './shipping-costs.tsx'
import { readShop, shopQuery } from './shop-queries.ts'
import { voucherText } from './shop-text.ts'
import { VoucherPicture } from './voucher-picture.tsx'

export const firstReads = readShop

/** The products and the cart: as sidebar, on small screens as modal. */
export function Component() {
  usePageTitle(m.shop_page())
  const { data, error, isFetching, refetch } = useQuery(shopQuery)
  const session = useSession()
  return (
    <div className="first-screen mx-auto max-w-6xl py-4 sm:py-8">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <h1>{m.shop_page()}</h1>
        {session?.authenticated ? (
          <Link to={href('shopOrders')} className="link">
            {m.shop_orders_link()}
          </Link>
        ) : null}
      </div>
      {data?.products.length === 0 ? <p className="mt-3 text-muted">{m.shop_empty()}</p> : null}
      {data && data.products.length > 0 ? <Products shop={data} /> : null}
      {error && !data ? <FailedRead error={error} busy={isFetching} again={() => refetch()} /> : null}
      {data || error ? null : <Spinner />}
    </div>
  )
}

function Products({ shop: { products, shipping } }: { shop: Shop }) {
  const isWide = useWideScreen(64)
  const [isOpen, setOpen] = useState(false)
  const heading = useId()
  const count = countOf(useCart())
  const add: AddToCart = ({ id, name }, inCart) => {
    if (inCart >= mostOfOne) return notify(m.shop_full({ most: mostOfOne }), 'error')
    putIntoCart(id, inCart + 1)
    if (isWide) notify(m.shop_added({ name }), 'success')
    else setOpen(true)
  }
  return (
    <>
      <p className="mt-3 max-w-[60ch] text-muted">{m.shop_lead()}</p>
      <div className="mt-8 grid items-start gap-8 lg:grid-cols-[1fr_20rem]">
        <ul className="grid gap-6 sm:grid-cols-2">
          {products.map((product) =>
            product.kind === 'voucher' ? (
              <VoucherCard key={product.id} voucher={product} onAdd={add} />
            ) : (
              <GoodsCard key={product.id} goods={product} onAdd={add} />
            ),
          )}
        </ul>
        {isWide ? (
          <section aria-labelledby={heading} className="card sticky top-20 p-5">
            <h2 id={heading} className="mb-4 text-base">
              {m.cart_title()}
            </h2>
            <CartContent />
          </section>
        ) : null}
      </div>
      {products.some(({ kind }) => kind === 'goods') ? <ShippingCosts shipping={shipping} /> : null}
      {isWide ? null : (
        <>
          {count > 0 ? (
            <div className="sticky bottom-4 mt-8">
              <Button variant="primary" size="large" className="w-full" onClick={() => setOpen(true)}>
                {m.cart_open({ count })}
              </Button>
            </div>
          ) : null}
          <Modal title={m.cart_title()} onClose={() => setOpen(false)}>
            {isOpen ? <CartContent onLeave={() => setOpen(false)} /> : null}
          </Modal>
        </>
      )}
    </>
  )
}

function VoucherCard({ voucher, onAdd }: { voucher: Voucher; onAdd: AddToCart }) {
  const { id, name, description, netCents, grossCents } = voucher
  const inCart = quantityOf(useCart(), id)
  return (
    <li className="card flex flex-col overflow-hidden">
      <VoucherPicture product={voucher} />
      <div className="flex flex-1 flex-col gap-2 p-5">
        <h2 className="text-base">
          <Link to={href('shopProduct', { key: productKey(voucher) })} className="hover:underline">
            <bdi>{name}</bdi>
          </Link>
        </h2>
        <p className="caption">
          {m.shop_voucher_kind()} · {voucherText(voucher)}
        </p>
        {description ? <p className="text-sm text-muted">{description}</p> : null}
        <div className="mt-auto flex flex-wrap items-end justify-between gap-3 pt-3">
          <Price netCents={netCents} grossCents={grossCents} />
          <Button aria-label={m.shop_add_named({ name })} onClick={() => onAdd(voucher, inCart)}>
            {m.shop_add()}
          </Button>
        </div>
      </div>
    </li>
  )
}

/** Goods with their picture. One of several variants must be chosen before adding to the cart. */
function GoodsCard({ goods, onAdd }: { goods: Goods; onAdd: AddToCart }) {
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
