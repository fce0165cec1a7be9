import { useQuery } from '@tanstack/react-query'
import type { CallReply } from '#contract/call.ts'
import { adminSystemCalls } from '#contract/desk/system-calls.ts'
import { m } from '#messages/generated/messages.js'
import { adminRead } from '#web/front/desk/admin-read.ts'
import { Button } from '#web/platform/ui/button.tsx'

/** Verifies the audit log when asked to. */
export function VerifyAudit() {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['admin', 'audit-verified'],
    queryFn: ({ signal }) => adminRead(() => true, adminSystemCalls.verifyAudit, { signal }),
    enabled: false,
    staleTime: 0,
    gcTime: 0,
  })
  return (
    <section aria-labelledby="verify-audit" className="grid max-w-[65ch] justify-items-start gap-3">
      <h2 id="verify-audit">{m.audit_verify()}</h2>
      <p>{m.audit_verify_lead()}</p>
      <Button busy={isFetching} onClick={() => refetch()}>
        {m.audit_verify()}
      </Button>
      <p role="status" className="wrap-anywhere">
        {isFetching ? null : (error?.message ?? (data && outcome(data)))}
      </p>
    </section>
  )
}

function outcome(found: CallReply<typeof adminSystemCalls.verifyAudit>['body']): string {
  if ('faultAt' in found)
    return found.fault === 'missing'
      ? m.audit_missing({ position: found.faultAt })
      : m.audit_changed({ position: found.faultAt })
  return found.entries === 0
    ? m.audit_empty()
    : m.audit_intact({ entries: found.entries, hash: found.newestHash })
}
