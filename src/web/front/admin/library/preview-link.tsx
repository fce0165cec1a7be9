import { useState } from 'react'
import type { DeskVideo } from '#contract/admin/library/admin-library.ts'
import { adminPreviewCalls } from '#contract/admin/library/admin-preview-calls.ts'
import { m } from '#messages/generated/messages.js'
import { adminTime } from '#web/front/desk/admin-time.ts'
import { useDeskRead } from '#web/front/desk/desk-query.ts'
import { useDeskChange } from '#web/front/desk/use-desk-change.ts'
import { Alert } from '#web/platform/ui/alert.tsx'
import { Button } from '#web/platform/ui/button.tsx'
import { CopyButton } from '#web/platform/ui/copy-button.tsx'
import { Field } from '#web/platform/ui/field.tsx'

/** The address by which somebody without an account sees a draft or planned video; it is shown when it is made. */
export function PreviewLink({ video: { id } }: { video: DeskVideo }) {
  const { data } = useDeskRead(adminPreviewCalls.previewLink, undefined, { params: { id } })
  const [address, setAddress] = useState('')
  const of = { message: m.library_prompt(), params: { id } }
  const make = useDeskChange(adminPreviewCalls.makePreviewLink, {
    ...of,
    onDone: ({ body }) => setAddress(body.address),
  })
  const withdraw = useDeskChange(adminPreviewCalls.withdrawPreviewLink, {
    ...of,
    done: m.library_preview_withdrawn,
    onDone: () => setAddress(''),
  })
  if (!data) return null
  const { link } = data
  const refusal = make.refusal ?? withdraw.refusal
  const busy = make.busy || withdraw.busy
  return (
    <section aria-labelledby="preview-link" className="grid max-w-xl grid-cols-[minmax(0,1fr)] gap-3">
      <h2 id="preview-link" className="text-base">
        {m.library_preview()}
      </h2>
      <p className="max-w-[65ch] text-sm text-muted">{m.library_preview_text()}</p>
      {address !== '' ? (
        <div className="library-address">
          <Field
            label={m.library_preview_address()}
            hint={m.library_preview_address_hint()}
            readOnly
            value={address}
            onFocus={(event) => event.target.select()}
          />
          <CopyButton
            text={address}
            label={m.library_preview_copy()}
            copied={m.library_preview_copied()}
            failed={m.library_preview_copy_failed()}
          />
        </div>
      ) : link ? (
        <p className="text-sm">{m.library_preview_until({ time: adminTime(link.expiresAt) })}</p>
      ) : null}
      {refusal ? <Alert>{refusal}</Alert> : null}
      <div className="flex flex-wrap gap-2">
        <Button busy={busy} onClick={() => make.send({})}>
          {link ? m.library_preview_replace() : m.library_preview_make()}
        </Button>
        {link ? (
          <Button variant="danger" busy={busy} onClick={() => withdraw.send({})}>
            {m.library_preview_withdraw()}
          </Button>
        ) : null}
      </div>
      {make.dialog}
      {withdraw.dialog}
    </section>
  )
}
