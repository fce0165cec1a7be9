import { useQuery } from '@tanstack/react-query'
import { href } from '#contract/pages.ts'
import type { Shop, Voucher } from '#contract/shop/shop.ts'
import { countOf, mostOfOne, quantityOf } from '#domain/shop/cart.ts'
import { isKeyOf } from '#domain/shop/product-key.ts'
import { m } from '#messages/generated/messages.js'
import { NotFound } from '#web/platform/layout/not-found.tsx'
import { usePageTitle } from '#web/platform/layout/page-title.ts'
import { useParams } from '#web/platform/site/router.tsx'
import { Button, buttonClass } from '#web/platform/ui/button.tsx'
import { FailedRead } from '#web/platform/ui/failed-read.tsx'
import { Link } from '#web/platform/ui/link.tsx'
import { notify } from '#web/platform/ui/notifications-store.ts'
import { Spinner } from '#web/platform/ui/spinner.tsx'
import type { AddToCart } from './articles.ts'
import { putIntoCart, useCart } from './cart.ts'
import { GoodsChoice } from './goods-choice.tsx'
import { GoodsPicture } from './goods-picture.tsx'
import { Price } from './price.tsx'
import { ShippingCosts } from './shipping-costs.tsx'
import { readShop, shopQuery } from './shop-queries.ts'
import { voucherText } from './shop-text.ts'
import { VoucherPicture } from './voucher-picture.tsx'

export const firstReads = readShop

/** One product of the shop. */
export function Component() {
  const { key = '' } = useParams()
  const { data, error, isFetching, refetch } = useQuery(shopQuery)
  const product = data?.products.find(({ id }) => isKeyOf(key, id))
  if (data && !product) return <NotFound />
  return (
    <div className="first-screen">
      {data && product ? <Shown key={product.id} product={product} shipping={data.shipping} /> : null}
      {error && !data ? <FailedRead error={error} busy={isFetching} again={() => refetch()} /> : null}
      {data || error ? null : <Spinner />}
    </div>
  )
}

function Shown({ product, shipping }: { product: Shop['products'][number] } & Pick<Shop, 'shipping'>) {
  usePageTitle(product.name)
  const count = countOf(useCart())
  const add: AddToCart = ({ id, name }, inCart) => {
    if (inCart >= mostOfOne) return notify(m.shop_full({ most: mostOfOne }), 'error')
    putIntoCart(id, inCart + 1)
    notify(m.shop_added({ name }), 'success')
  }
  return (
    <div className="mx-auto max-w-5xl py-4 sm:py-8">
      <Link to={href('shop')} className="link">
        {m.product_back()}
      </Link>
      <div className="mt-4 grid items-start gap-8 lg:grid-cols-2">
        <div className="overflow-hidden rounded-card">
          {product.kind === 'goods' ? (
            <GoodsPicture goods={product} eager />
          ) : (
            <VoucherPicture product={product} />
          )}
        </div>
        <div className="grid content-start gap-4">
          <h1>
            <bdi>{product.name}</bdi>
          </h1>
          {product.kind === 'voucher' ? (
            <p className="caption">
              {m.shop_voucher_kind()} · {voucherText(product)}
            </p>
          ) : null}
          {product.description ? (
            <p className="max-w-[60ch] whitespace-pre-line text-muted">{product.description}</p>
          ) : null}
          {product.kind === 'goods' ? (
            <GoodsChoice goods={product} onAdd={add} />
          ) : (
            <VoucherOffer voucher={product} onAdd={add} />
          )}
          {count > 0 ? (
            <Link
              to={href('shopCart')}
              className={`${buttonClass({ variant: 'primary' })} justify-self-start`}
            >
              {m.cart_open({ count })}
            </Link>
          ) : null}
        </div>
      </div>
      {product.kind === 'goods' ? <ShippingCosts shipping={shipping} /> : null}
    </div>
  )
}

function VoucherOffer({ voucher, onAdd }: { voucher: Voucher; onAdd: AddToCart }) {
  const { id, name, netCents, grossCents } = voucher
  const inCart = quantityOf(useCart(), id)
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-3">
        <Price netCents={netCents} grossCents={grossCents} />
        <Button aria-label={m.shop_add_named({ name })} onClick={() => onAdd(voucher, inCart)}>
          {m.shop_add()}
        </Button>
      </div>
      <p className="text-sm text-muted">{m.product_mailed()}</p>
    </>
  )
}
