import { renewSession, useSite } from '#web/platform/site/site.ts'
import { useCall } from '#web/platform/site/use-call.ts'
import { FailedRead } from '#web/platform/ui/failed-read.tsx'
import { Spinner } from '#web/platform/ui/spinner.tsx'

/** Shown while the session is being read, or with the reason why it could not be read. */
export function UnknownSession() {
  const problem = useSite(({ sessionProblem }) => sessionProblem)
  const { busy, send } = useCall(() => renewSession())
  return problem ? <FailedRead error={problem} busy={busy} again={() => send()} /> : <Spinner />
}
