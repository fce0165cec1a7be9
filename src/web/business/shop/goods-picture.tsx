import type { Goods } from '#contract/shop/shop.ts'

/** The picture of goods, next to their name. */
export function GoodsPicture({ goods: { picture }, eager = false }: { goods: Goods; eager?: boolean }) {
  return (
    <div className="grid aspect-[16/9] place-items-center overflow-hidden bg-accent-soft">
      {picture === null ? null : (
        <img
          src={picture}
          alt=""
          width="480"
          height="270"
          loading={eager ? 'eager' : 'lazy'}
          className="h-full w-full object-cover"
        />
      )}
    </div>
  )
}
