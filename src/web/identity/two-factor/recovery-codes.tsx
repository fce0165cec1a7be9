import { useId } from 'react'
import { m } from '#messages/generated/messages.js'
import { saveFile, textFile } from '#web/platform/site/save-file.ts'
import { useConfig } from '#web/platform/site/site.ts'
import { Button } from '#web/platform/ui/button.tsx'
import { notify } from '#web/platform/ui/notifications-store.ts'

/** New recovery codes, readable only once. They are shown until the user confirms that they are kept. */
export function FreshRecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const heading = useId()
  const { productName } = useConfig()

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(codes.join('\n'))
      notify(m.recovery_copied(), 'success')
    } catch {
      notify(m.recovery_copy_failed(), 'error')
    }
  }

  return (
    <div role="status" className="card grid gap-4 bg-accent-soft p-4 sm:p-5">
      <h3 id={heading} className="font-semibold">
        {m.recovery_fresh_title()}
      </h3>
      <p className="max-w-prose text-sm">{m.recovery_fresh()}</p>
      <ul aria-labelledby={heading} className="grid gap-x-8 gap-y-1.5 lg:grid-cols-2">
        {codes.map((code) => (
          <li key={code} className="num text-[0.8125rem] break-all select-all">
            {code}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button onClick={copy}>{m.recovery_copy()}</Button>
        <Button
          onClick={() => saveFile(textFile(`${productName}\n\n${codes.join('\n')}\n`), 'recovery-codes.txt')}
        >
          {m.recovery_download()}
        </Button>
        <Button variant="primary" onClick={onKept}>
          {m.recovery_kept()}
        </Button>
      </div>
    </div>
  )
}
