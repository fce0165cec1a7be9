import { renewSession, useSite } from '#web/platform/site/site.ts'
import { useCall } from '#web/platform/site/use-call.ts'
import { FailedRead } from '#web/platform/ui/failed-read.tsx'
import { Spinner } from '#web/platform/ui/spinner.tsx'

/** In place of what depends on who is signed in: that this is being found out, or why it could not be. */
export function UnknownSession() {
  const problem = useSite(({ sessionProblem }) => sessionProblem)
  const { busy, send } = useCall(() => renewSession())
  return problem ? <FailedRead error={problem} busy={busy} again={() => send()} /> : <Spinner />
}
