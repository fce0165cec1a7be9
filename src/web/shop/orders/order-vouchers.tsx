import { useId } from 'react'
import type { Order } from '#contract/shop/shop.ts'
import { formatDay } from '#domain/dates.ts'
import { m } from '#messages/generated/messages.js'
import { getLocale } from '#messages/generated/runtime.js'
import { voucherText } from '#web/shop/shop-text.ts'
import { CopyButton } from '#web/ui/copy-button.tsx'

const stateNames = {
  open: m.order_voucher_open,
  redeemed: m.order_voucher_redeemed,
  void: m.order_voucher_void,
} as const

/** The codes that were bought, to be passed on. */
export function OrderVouchers({ vouchers }: { vouchers: Order['vouchers'] }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid gap-3">
      <h2 id={id} className="text-base">
        {m.order_vouchers()}
      </h2>
      <ul className="grid gap-3">
        {vouchers.map((voucher) => {
          const { code, state, validUntil } = voucher
          const day = formatDay(validUntil, getLocale())
          const what = voucherText(voucher)
          return (
            <li key={code} className="card flex flex-wrap items-center justify-between gap-x-4 gap-y-1 p-4">
              <p className="min-w-0">
                <span className={`num text-base font-semibold ${state === 'void' ? 'line-through' : ''}`}>
                  {code}
                </span>
                <span className="caption block">
                  {state === 'open' ? m.order_voucher_until({ what, day }) : what} · {stateNames[state]()}
                </span>
              </p>
              {state === 'open' ? (
                <CopyButton
                  text={code}
                  label={m.order_copy({ code })}
                  copied={m.order_copied()}
                  failed={m.order_copy_failed()}
                />
              ) : null}
            </li>
          )
        })}
      </ul>
      {vouchers.some(({ state }) => state === 'open') ? (
        <p className="text-[0.8125rem] text-muted">{m.order_redeem_note()}</p>
      ) : null}
    </section>
  )
}
