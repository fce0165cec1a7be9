import type { Shop } from '#contract/shop/shop.ts'
import { m } from '#messages/generated/messages.js'
import { voucherText } from './shop-text.ts'

/** An item that a cart can hold: a voucher, or a variant of goods. */
export type Article = {
  readonly id: string
  readonly name: string
  /** Distinguishes lines with the same name, by size. */
  readonly fullName: string
  /** The voucher's value, or the size. */
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

/** Adds one to the cart, which holds `inCart` already. */
export type AddToCart = (article: Pick<Article, 'id' | 'name'>, inCart: number) => void
