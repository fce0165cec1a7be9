import { EndSessions } from './end-sessions.tsx'
import { MoveContact } from './move-contact.tsx'
import type { Person } from './person-choice.tsx'
import { ResetSecondFactor } from './reset-second-factor.tsx'
import { TemporaryPassword } from './temporary-password.tsx'

/** The admin's tools for the sign-in of an account's users. */
export function HelpPeople({ people }: { people: readonly Person[] }) {
  return (
    <>
      <TemporaryPassword people={people} />
      <ResetSecondFactor people={people} />
      <EndSessions people={people} />
      <MoveContact people={people} />
    </>
  )
}
