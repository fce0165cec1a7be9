import { EndSessions } from './end-sessions.tsx'
import type { Person } from './person-choice.tsx'
import { ResetSecondFactor } from './reset-second-factor.tsx'
import { TemporaryPassword } from './temporary-password.tsx'

/** What the admin can do about how somebody of an account signs in. */
export function HelpPeople({ people }: { people: readonly Person[] }) {
  return (
    <>
      <TemporaryPassword people={people} />
      <ResetSecondFactor people={people} />
      <EndSessions people={people} />
    </>
  )
}
