import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { adminCorrectionCalls } from '#contract/billing/admin-correction-calls.ts'
import type { Correction, CorrectionPreview } from '#contract/billing/admin-corrections.ts'
import { m } from '#messages/generated/messages.js'
import { billingDay } from '#web/books/billing/billing-day.ts'
import { deskQuery } from '#web/front/desk/desk-query.ts'
import { Fact, Facts } from '#web/front/desk/facts.tsx'
import { Form } from '#web/front/desk/fields/form.tsx'
import { useAdminChange } from '#web/front/desk/use-admin-change.ts'
import { CallProblem } from '#web/platform/site/api.ts'
import { priceText } from '#web/platform/site/price-text.ts'
import { Alert } from '#web/platform/ui/alert.tsx'
import { Button } from '#web/platform/ui/button.tsx'
import { FailedRead } from '#web/platform/ui/failed-read.tsx'
import { TextArea } from '#web/platform/ui/text-area.tsx'

type CorrectionFormProps = {
  accountId: string
  /** Undefined while the fields are not complete. */
  correction: Correction | undefined
  title: string
  children?: ReactNode
  onDone: () => void
}

/**
 * The form of one correction: its own fields, the reason, and what it does to dates and money, which is shown before the
 * password is asked for.
 */
export function CorrectionForm({ accountId, correction, title, children, onDone }: CorrectionFormProps) {
  const [reason, setReason] = useState('')
  const { data, error, isFetching, refetch } = useQuery({
    ...deskQuery(adminCorrectionCalls.previewCorrection, 'after', {
      body: { accountId, correction: correction as Correction },
    }),
    enabled: correction !== undefined,
    retry: false,
  })
  const { ask, dialog } = useAdminChange(adminCorrectionCalls.correctAccount, {
    done: m.correction_done,
    onDone: () => onDone(),
  })
  const preview = correction && !error ? data : undefined
  const isReady = preview !== undefined && !isFetching && reason.trim() !== ''

  const submit = () => {
    if (!isReady || !correction) return
    const { version, at, refundCents, reissuedCents, after } = preview
    const shown = { version, at, refundCents, reissuedCents, balanceCents: after.balanceCents }
    ask({
      message: m.correction_prompt(),
      children: <PreviewFacts preview={preview} />,
      body: { accountId, correction, shown, reason },
    })
  }

  return (
    <>
      <Form
        aria-label={title}
        className="grid grid-cols-[minmax(0,1fr)] justify-items-start gap-4 rounded-md border border-line p-4 [&>*]:w-full"
        onSubmit={submit}
      >
        {children}
        <TextArea
          label={m.correction_reason()}
          hint={m.correction_reason_hint()}
          rows={2}
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
        <div aria-live="polite">
          {preview ? <PreviewFacts preview={preview} /> : null}
          {error instanceof CallProblem ? <Alert>{error.detail}</Alert> : null}
          {error && !(error instanceof CallProblem) ? (
            <FailedRead error={error} busy={isFetching} again={() => refetch()} />
          ) : null}
        </div>
        <div>
          <Button type="submit" variant="primary" disabled={!isReady}>
            {title}
          </Button>
        </div>
      </Form>
      {dialog}
    </>
  )
}

/** What a correction does to dates and money: each value before and after it, or once where it stays. */
function PreviewFacts({
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
