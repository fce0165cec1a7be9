import { Gift } from 'lucide-react'
import type { Voucher } from '#contract/shop/shop.ts'
import { m } from '#messages/generated/messages.js'
import { intervalName } from '#web/books/pricing/interval-name.ts'

/** A voucher drawn as a ticket with its value, in the theme's colours. */
export function VoucherPicture({
  product: { interval, licenseCount },
}: {
  product: Pick<Voucher, 'interval' | 'licenseCount'>
}) {
  return (
    <div aria-hidden className="grid aspect-[16/7] place-items-center overflow-hidden bg-accent-soft p-5">
      <div className="card relative flex h-full w-full max-w-72 items-stretch [box-shadow:0_1px_3px_0_rgb(0_0_0_/_0.1),0_1px_2px_-1px_rgb(0_0_0_/_0.1)]">
        <div className="grid w-1/4 place-items-center border-r border-dashed border-line text-accent">
          <Gift className="size-8" strokeWidth={1.5} />
        </div>
        <div className="grid flex-1 place-items-center px-3 text-center">
          <p>
            <span className="num text-xl font-semibold">{intervalName(interval)}</span>
            {licenseCount > 1 ? (
              <span className="caption block">{m.shop_users({ count: licenseCount })}</span>
            ) : null}
          </p>
        </div>
      </div>
    </div>
  )
}
