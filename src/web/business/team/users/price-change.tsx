import { useRef } from 'react'
import type { UsersQuote } from '#contract/team/team.ts'
import { m } from '#messages/generated/messages.js'
import { getLocale } from '#messages/generated/runtime.js'
import { billingDay } from '#web/books/billing/billing-day.ts'
import { everyInterval } from '#web/books/pricing/interval-name.ts'
import { priceText } from '#web/platform/site/price-text.ts'
import { Alert } from '#web/platform/ui/alert.tsx'
import { Button } from '#web/platform/ui/button.tsx'
import { Modal } from '#web/platform/ui/modal.tsx'

/**
 * The price-change confirmation (product.md section 4): what adding or removing paid users costs or credits now, and
 * from the next period on. Open while there is a quote; nothing is saved before it is confirmed.
 */
export function PriceChange({
  quote,
  busy,
  refusal,
  onConfirm,
  onClose,
}: {
  quote: UsersQuote | undefined
  busy: boolean
  refusal: string | undefined
  onConfirm: () => void
  onClose: () => void
}) {
  const back = useRef<HTMLButtonElement>(null)
  if (!quote) return null
  const { dueNowCents } = quote
  const adds = quote.paidUsersAfter > quote.paidUsersBefore
  return (
    <Modal
      title={adds ? m.price_change_add_title() : m.price_change_remove_title()}
      onClose={() => busy || onClose()}
      initialFocus={back}
    >
      <div className="grid gap-5">
        <p>{sentence(quote)}</p>
        <Costs quote={quote} />
        <p className="text-sm text-muted">{vatSentence(quote)}</p>
        {refusal ? <Alert>{refusal}</Alert> : null}
        <div className="flex flex-wrap justify-end gap-3">
          <Button ref={back} disabled={busy} onClick={onClose}>
            {m.price_change_back()}
          </Button>
          <Button variant="primary" busy={busy} onClick={onConfirm}>
            {dueNowCents > 0 ? m.price_change_pay({ amount: priceText(dueNowCents) }) : m.users_save()}
          </Button>
        </div>
      </div>
    </Modal>
  )
}

/** The amount due or credited now, and the total from the next period on. */
function Costs({ quote }: { quote: UsersQuote }) {
  const { dueNowCents, creditCents, nextTotalCents, interval, nextAt } = quote
  const day = nextAt === null ? undefined : billingDay(nextAt)
  return (
    <dl className="grid grid-cols-[1fr_auto] items-baseline gap-x-6 gap-y-2">
      {dueNowCents > 0 || creditCents === 0 ? (
        <>
          <dt>{m.price_change_due()}</dt>
          <dd className="num text-right font-semibold">{priceText(dueNowCents)}</dd>
        </>
      ) : null}
      {creditCents > 0 ? (
        <>
          <dt>{m.price_change_credit()}</dt>
          <dd className="num text-right font-semibold">{priceText(creditCents)}</dd>
        </>
      ) : null}
      <dt>
        {m.price_change_next()}
        {day !== undefined && interval ? (
          <span className="caption block">
            {m.price_change_next_from({ date: day, every: everyInterval(interval) })}
          </span>
        ) : null}
      </dt>
      <dd className="num text-right">{priceText(nextTotalCents)}</dd>
    </dl>
  )
}

/**
 * Adding and removing have their own text, and so do steps of the price list that make more users cheaper or fewer
 * dearer.
 */
function sentence({ paidUsersBefore, paidUsersAfter: after, dueNowCents }: UsersQuote): string {
  const count = Math.abs(after - paidUsersBefore)
  if (after > paidUsersBefore)
    return dueNowCents > 0
      ? m.price_change_add({ count, after })
      : m.price_change_add_cheaper({ count, after })
  return dueNowCents > 0
    ? m.price_change_remove_dearer({ count, after })
    : m.price_change_remove({ count, after })
}

function vatSentence({ vat, creditCents }: UsersQuote): string {
  if (vat.reverseCharge) return m.price_change_reverse_charge()
  if (vat.basisPoints === 0) return m.price_change_no_vat()
  const percent = new Intl.NumberFormat(getLocale()).format(vat.basisPoints / 100)
  return creditCents > 0 ? m.price_change_credit_vat({ percent }) : m.price_change_vat({ percent })
}
