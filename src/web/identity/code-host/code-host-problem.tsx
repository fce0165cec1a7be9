import type { CodeHostProblem as Word } from '#contract/accounts/code-host-calls.ts'
import { m } from '#messages/generated/messages.js'
import { useSearchParams } from '#web/platform/site/router.tsx'
import { Alert } from '#web/platform/ui/alert.tsx'

const sentences: Record<Word, () => string> = {
  'code-host-denied': m.code_host_denied,
  'code-host-expired': m.code_host_expired,
  'code-host-failed': m.code_host_failed,
  'code-host-no-email': m.code_host_no_email,
  'code-host-taken': m.code_host_taken,
  'code-host-busy': m.code_host_busy,
}

/** The message for a failed sign-in at the code host, from the code in the URL. */
export function CodeHostProblem({ className = '' }: { className?: string }) {
  const [search] = useSearchParams()
  const code = search.get('problem') ?? ''
  if (!isKnown(code)) return null
  return (
    <div className={className}>
      <Alert>{sentences[code]()}</Alert>
    </div>
  )
}

function isKnown(code: string): code is Word {
  return Object.hasOwn(sentences, code)
}
