import type { CorrectionPreview } from '#contract/billing/admin-corrections.ts'
import { m } from '#messages/generated/messages.js'
import { billingDay } from '#web/books/billing/billing-day.ts'
import { Fact, Facts } from '#web/front/desk/facts.tsx'
import { priceText } from '#web/platform/site/price-text.ts'

/** What a correction does to dates and money: each value before and after it, or once where it stays. */
export function PreviewFacts({
  preview: { before, after, refundCents, reissuedCents },
}: {
  preview: CorrectionPreview
}) {
  const rows: readonly [string, string, string][] = [
    [m.correction_until(), untilText(before), untilText(after)],
    ...(before.pausedFrom || after.pausedFrom
      ? [[m.correction_paused(), pauseText(before), pauseText(after)] as [string, string, string]]
      : []),
    [m.correction_next(), nextText(before), nextText(after)],
    [m.correction_licenses(), String(before.licenseCount), String(after.licenseCount)],
    [m.correction_balance(), priceText(before.balanceCents), priceText(after.balanceCents)],
  ]
  return (
    <Facts>
      {rows.map(([name, old, now]) => (
        <Fact key={name} name={name}>
          {old === now ? now : m.correction_change({ old, now })}
        </Fact>
      ))}
      <Fact name={m.correction_refund()}>{priceText(refundCents)}</Fact>
      {reissuedCents === undefined ? null : (
        <Fact name={m.correction_reissued()}>{priceText(reissuedCents)}</Fact>
      )}
    </Facts>
  )
}

function untilText({ status, until, pausedFrom }: CorrectionPreview['before']): string {
  return until === null || status === 'cancelled' ? m.correction_no_access() : billingDay(pausedFrom ?? until)
}

function pauseText({ pausedFrom, pausedUntil }: CorrectionPreview['before']): string {
  if (!pausedFrom || !pausedUntil) return m.correction_paused_none()
  return m.correction_paused_days({ from: billingDay(pausedFrom), until: billingDay(pausedUntil) })
}

function nextText({ nextCharge }: CorrectionPreview['before']): string {
  if (!nextCharge) return m.correction_no_charge()
  return m.correction_charge({ amount: priceText(nextCharge.cardCents), day: billingDay(nextCharge.at) })
}
