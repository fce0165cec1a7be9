import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { adminCorrectionCalls } from '#contract/billing/admin-correction-calls.ts'
import type { Correction, CorrectionPreview } from '#contract/billing/admin-corrections.ts'
import { m } from '#messages/generated/messages.js'
import { adminRead } from '#web/front/desk/admin-read.ts'
import { useAdminChange } from '#web/front/desk/use-admin-change.ts'
import { CallProblem } from '#web/platform/site/api.ts'
import { Alert } from '#web/platform/ui/alert.tsx'
import { Button } from '#web/platform/ui/button.tsx'
import { FailedRead } from '#web/platform/ui/failed-read.tsx'
import { TextArea } from '#web/platform/ui/text-area.tsx'
import { PreviewFacts } from './preview-facts.tsx'

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
  const { data, error, isFetching, refetch } = usePreview(accountId, correction)
  const { ask, dialog } = useAdminChange(adminCorrectionCalls.correctAccount, {
    done: m.correction_done,
    onDone: () => onDone(),
  })
  const preview = correction && !error ? data : undefined
  const isReady = preview !== undefined && !isFetching && reason.trim() !== ''

  const submit = (event: FormEvent) => {
    event.preventDefault()
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
      <form
        noValidate
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
      </form>
      {dialog}
    </>
  )
}

function usePreview(accountId: string, correction: Correction | undefined) {
  return useQuery({
    queryKey: ['admin', 'correction', accountId, correction],
    queryFn: ({ signal }) =>
      adminRead(isPreview, adminCorrectionCalls.previewCorrection, {
        body: { accountId, correction: correction as Correction },
        signal,
      }),
    enabled: correction !== undefined,
    staleTime: 0,
    retry: false,
  })
}

function isPreview({ before, after }: Partial<CorrectionPreview>): boolean {
  return before !== undefined && after !== undefined
}
