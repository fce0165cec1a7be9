import { type MouseEvent, useState } from 'react'
import { accountCalls } from '#contract/accounts/account-calls.ts'
import type { SignedInSession } from '#contract/accounts/accounts.ts'
import { m } from '#messages/generated/messages.js'
import { Alert } from '#web/ui/alert.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { downloadCopy } from './download-copy.ts'

/** A link that downloads by itself; followed here, so that a refusal can be read instead of being saved. */
export function CopyOfData({ session }: { session: SignedInSession }) {
  const [progress, setProgress] = useState<'none' | 'busy' | 'done'>('none')
  const [refusal, setRefusal] = useState<string>()

  const download = async (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    if (progress === 'busy') return
    setProgress('busy')
    setRefusal(undefined)
    const refused = await downloadCopy()
    setRefusal(refused)
    setProgress(refused === undefined ? 'done' : 'none')
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
        aria-busy={progress === 'busy' || undefined}
        aria-disabled={progress === 'busy' || undefined}
        onClick={download}
      >
        {m.own_data_copy()}
      </a>
      {refusal ? <Alert>{refusal}</Alert> : null}
      <p role="status" className="sr-only">
        {progress === 'busy' ? m.own_data_copy_busy() : progress === 'done' ? m.own_data_copy_done() : ''}
      </p>
    </div>
  )
}
