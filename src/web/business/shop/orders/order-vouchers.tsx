import { useId, useState } from 'react'
import { pathOf } from '#contract/call.ts'
import { href } from '#contract/pages.ts'
import type { Order } from '#contract/shop/shop.ts'
import { shopCalls } from '#contract/shop/shop-calls.ts'
import { formatDay } from '#domain/dates.ts'
import { m } from '#messages/generated/messages.js'
import { getLocale } from '#messages/generated/runtime.js'
import { billingDay } from '#web/books/billing/billing-day.ts'
import { voucherText } from '#web/business/shop/shop-text.ts'
import { CopyButton } from '#web/platform/ui/copy-button.tsx'
import { Modal } from '#web/platform/ui/modal.tsx'
import { GiftForm, type OfGift } from './gift-form.tsx'

const stateNames = {
  open: m.order_voucher_open,
  redeemed: m.order_voucher_redeemed,
  void: m.order_voucher_void,
} as const

/** The bought vouchers. For their buyer (`giving`), each has its link and its PDF to hand over, and can be mailed. */
export function OrderVouchers({
  vouchers,
  giving,
}: {
  vouchers: Order['vouchers']
  giving?: Pick<OfGift, 'orderId' | 'pictures' | 'onChanged'>
}) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid gap-3">
      <h2 id={id} className="text-base">
        {m.order_vouchers()}
      </h2>
      <ul className="grid gap-3">
        {vouchers.map((voucher, position) => {
          const { code, state, validUntil } = voucher
          const day = formatDay(validUntil, getLocale())
          const what = voucherText(voucher)
          return (
            <li key={code} className="card grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-1 p-4">
              <p>
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
              {state === 'open' && giving ? (
                <HandOver {...giving} voucher={voucher} position={position} />
              ) : null}
            </li>
          )
        })}
      </ul>
      {giving && vouchers.some(({ state }) => state === 'open') ? (
        <p className="text-[0.8125rem] text-muted">{m.order_redeem_note()}</p>
      ) : null}
    </section>
  )
}

function HandOver(of: OfGift) {
  const { code } = of.voucher
  const file = { id: of.orderId, position: String(of.position) }
  return (
    <div className="col-span-full flex flex-wrap items-center gap-x-5 text-[0.8125rem]">
      <a
        href={pathOf(shopCalls.voucherFile.path, file)}
        aria-label={m.order_voucher_file_of({ code })}
        className="link"
        download
      >
        {m.order_voucher_file()}
      </a>
      <span className="flex items-center gap-1">
        {m.order_voucher_link()}
        <CopyButton
          text={new URL(href('redeem', { code }), location.origin).href}
          label={m.order_copy_link({ code })}
          copied={m.order_link_copied()}
          failed={m.order_transfer_copy_failed()}
        />
      </span>
      <VoucherGift {...of} />
    </div>
  )
}

/** Whether and when a voucher is mailed to its recipient. Can be changed until then. */
function VoucherGift(of: OfGift) {
  const [open, setOpen] = useState(false)
  const { code, gift } = of.voucher
  const close = () => setOpen(false)
  if (gift && gift.sentAt !== null) return <span>{m.gift_sent({ day: billingDay(gift.sentAt) })}</span>
  return (
    <>
      {gift ? (
        <span className="min-w-0 wrap-anywhere">
          {m.gift_goes({ email: gift.recipient, day: formatDay(gift.day, getLocale()) })}
        </span>
      ) : null}
      <button
        type="button"
        className="link"
        aria-label={gift ? m.gift_change_of({ code }) : m.gift_send_of({ code })}
        onClick={() => setOpen(true)}
      >
        {gift ? m.gift_change() : m.gift_send()}
      </button>
      <Modal title={m.gift_title()} onClose={close} className="max-w-lg">
        {open ? <GiftForm {...of} onDone={close} /> : null}
      </Modal>
    </>
  )
}
