import { type ReactNode, useId } from 'react'
import type { Order } from '#contract/shop/shop.ts'
import { formatDay } from '#domain/dates.ts'
import { printedIban } from '#domain/iban.ts'
import { m } from '#messages/generated/messages.js'
import { getLocale } from '#messages/generated/runtime.js'
import { priceText } from '#web/platform/site/price-text.ts'
import { CopyButton } from '#web/platform/ui/copy-button.tsx'

/** The bank transfer that an order on invoice needs, with all details for a banking app. */
export function OrderTransfer({ transfer }: { transfer: NonNullable<Order['transfer']> }) {
  const id = useId()
  const { holder, iban, bic, reference, dueOn, grossCents } = transfer
  return (
    <section aria-labelledby={id} className="card grid gap-4 p-5">
      <h2 id={id} className="text-base">
        {m.order_transfer()}
      </h2>
      <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-[auto_1fr]">
        <Row name={m.order_transfer_amount()}>{priceText(grossCents)}</Row>
        <Row name={m.order_transfer_due()}>{formatDay(dueOn, getLocale())}</Row>
        <Row name={m.order_transfer_holder()}>{holder}</Row>
        <Row name={m.order_transfer_iban()} copied={iban}>
          {printedIban(iban)}
        </Row>
        {bic === undefined ? null : (
          <Row name={m.order_transfer_bic()} copied={bic}>
            {bic}
          </Row>
        )}
        <Row name={m.order_transfer_reference()} copied={reference}>
          {reference}
        </Row>
      </dl>
      <p className="text-[0.8125rem] text-muted">{m.order_transfer_note()}</p>
    </section>
  )
}

function Row({ name, copied, children }: { name: string; copied?: string; children: ReactNode }) {
  return (
    <div className="contents">
      <dt className="caption self-center">{name}</dt>
      <dd className="flex min-h-8 flex-wrap items-center justify-between gap-2 max-sm:-mt-3">
        <span className={`min-w-0 break-words ${copied === undefined ? '' : 'num'}`}>{children}</span>
        {copied === undefined ? null : (
          <CopyButton
            text={copied}
            label={m.order_transfer_copy({ name })}
            copied={m.order_transfer_copied()}
            failed={m.order_transfer_copy_failed()}
          />
        )}
      </dd>
    </div>
  )
}
