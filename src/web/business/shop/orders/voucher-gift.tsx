import { useState } from 'react'
import { formatDay } from '#domain/dates.ts'
import { m } from '#messages/generated/messages.js'
import { getLocale } from '#messages/generated/runtime.js'
import { billingDay } from '#web/books/billing/billing-day.ts'
import { Modal } from '#web/platform/ui/modal.tsx'
import { GiftForm, type OfGift } from './gift-form.tsx'

/** Whether and when a voucher is mailed to its recipient. Can be changed until then. */
export function VoucherGift(of: OfGift) {
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
