import type { CompanyProblem as Word } from '#contract/accounts/company-calls.ts'
import { m } from '#messages/generated/messages.js'
import { useSearchParams } from '#web/platform/site/router.tsx'
import { Alert } from '#web/platform/ui/alert.tsx'

const sentences: Record<Word, () => string> = {
  'company-unknown': m.company_unknown,
  'company-denied': m.company_denied,
  'company-expired': m.company_expired,
  'company-failed': m.company_failed,
  'company-other-domain': m.company_other_domain,
  'company-no-seat': m.company_no_seat,
  'company-removed': m.company_removed,
  'company-elsewhere': m.company_elsewhere,
  'company-other-person': m.company_other_person,
  'company-owner': m.company_owner,
  'company-busy': m.company_busy,
}

/** The message for a failed sign-in by the company, from the code in the URL. */
export function CompanyProblem() {
  const [search] = useSearchParams()
  const code = search.get('problem') ?? ''
  return isKnown(code) ? <Alert>{sentences[code]()}</Alert> : null
}

function isKnown(code: string): code is Word {
  return Object.hasOwn(sentences, code)
}
