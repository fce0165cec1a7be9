import type { Shop } from '#contract/shop/shop.ts'
import { m } from '#messages/generated/messages.js'
import { voucherText } from './shop-text.ts'

/** What can be put into a cart: a voucher, or a variant of goods. */
export type Article = {
  readonly id: string
  readonly name: string
  /** By which lines of one name are told apart: with the size. */
  readonly fullName: string
  /** What it is beside its name: what a voucher is for, a size. */
  readonly detail: string
  readonly grossCents: number
}

export function articlesOf({ products }: Shop): readonly Article[] {
  return products.flatMap((product): readonly Article[] => {
    if (product.kind === 'voucher') {
      const { id, name, grossCents } = product
      return [{ id, name, fullName: name, detail: voucherText(product), grossCents }]
    }
    return product.variants.map(({ id, name: detail, grossCents }) => ({
      id,
      name: product.name,
      fullName: detail ? m.cart_article({ name: product.name, detail }) : product.name,
      detail,
      grossCents,
    }))
  })
}

/** Puts one more into the cart, of which so many are in it. */
export type AddToCart = (article: Pick<Article, 'id' | 'name'>, inCart: number) => void
