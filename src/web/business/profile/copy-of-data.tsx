import { type MouseEvent, useState } from 'react'
import { accountCalls } from '#contract/accounts/account-calls.ts'
import type { SignedInSession } from '#contract/accounts/accounts.ts'
import { m } from '#messages/generated/messages.js'
import { noticeSession } from '#web/platform/site/ended-session.ts'
import { saveFile } from '#web/platform/site/save-file.ts'
import { Refusal, useCall } from '#web/platform/site/use-call.ts'
import { Alert } from '#web/platform/ui/alert.tsx'
import { buttonClass } from '#web/platform/ui/button.tsx'

/** A download link, followed by script, so that a refusal is shown instead of saved. */
export function CopyOfData({ session }: { session: SignedInSession }) {
  const { busy, refusal, send } = useCall(downloadCopy, { onDone: () => setDone(true) })
  const [done, setDone] = useState(false)

  const download = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    if (busy) return
    setDone(false)
    send()
  }

  const manages = session.permissions.includes('account.manage')
  return (
    <div className="grid justify-items-start gap-3 p-5">
      <h3 className="text-[0.9375rem] font-semibold">{m.own_data_copy_heading()}</h3>
      <p className="max-w-prose text-sm text-muted">
        {manages ? m.own_data_copy_text_account() : m.own_data_copy_text()}
      </p>
      <a
        href={accountCalls.exportOwnData.path}
        download
        className={buttonClass()}
        aria-busy={busy || undefined}
        aria-disabled={busy || undefined}
        onClick={download}
      >
        {m.own_data_copy()}
      </a>
      {refusal ? <Alert>{refusal}</Alert> : null}
      <p role="status" className="sr-only">
        {busy ? m.own_data_copy_busy() : done ? m.own_data_copy_done() : ''}
      </p>
    </div>
  )
}

/** Fetches the copy of a user's data and saves it as a file. Resolves to the refusal, if any. */
async function downloadCopy(): Promise<Refusal | undefined> {
  const { method, path } = accountCalls.exportOwnData
  try {
    const response = await fetch(path, { method, cache: 'no-store' })
    if (!response.ok) return new Refusal(await refusalOf(response))
    saveFile(await response.blob(), fileNameOf(response))
    return undefined
  } catch {
    return new Refusal(m.unreachable())
  }
}

async function refusalOf(response: Response): Promise<string> {
  if (response.status === 401) void noticeSession()
  const problem: unknown = await response.json().catch(() => undefined)
  const detail = typeof problem === 'object' && problem !== null && 'detail' in problem && problem.detail
  return typeof detail === 'string' ? detail : `${m.failure()} ${m.failure_advice()}`
}

function fileNameOf(response: Response): string {
  return /filename="([\w.-]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'data.zip'
}
