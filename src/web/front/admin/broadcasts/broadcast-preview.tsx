import { useId } from 'react'
import { broadcastCalls } from '#contract/desk/broadcast-calls.ts'
import type { BroadcastDraft } from '#contract/desk/broadcasts.ts'
import { m } from '#messages/generated/messages.js'
import { useDeskDraft } from '#web/front/desk/fields/use-rested.ts'
import { FormattedText } from '#web/library/videos/formatted-text.tsx'

/** A draft as its recipients would read it, and how many there are. */
export function usePreview(draft: BroadcastDraft) {
  return useDeskDraft(broadcastCalls.previewBroadcast, 'text[]', { body: draft })
}

type BroadcastPreviewProps = {
  preview: ReturnType<typeof usePreview>
  subject: string
}

/** The preview, with the number of recipients. */
export function BroadcastPreview({ preview: { data, error }, subject }: BroadcastPreviewProps) {
  const heading = useId()
  return (
    <section
      aria-labelledby={heading}
      className="grid grid-cols-[minmax(0,1fr)] gap-3 rounded-md border border-line p-4"
    >
      <h3 id={heading} className="text-sm font-medium">
        {m.broadcast_preview()}
      </h3>
      {error ? <p role="alert">{error.message}</p> : null}
      {data && !error ? (
        <>
          <p role="status" className="font-medium">
            {m.broadcast_count({ count: data.recipients })}
          </p>
          {subject === '' ? null : <p className="font-medium wrap-anywhere">{subject}</p>}
          <FormattedText text={data.text} />
          <p className="caption">{data.note}</p>
        </>
      ) : null}
    </section>
  )
}
