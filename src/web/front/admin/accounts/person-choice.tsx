import { useState } from 'react'
import type { ViewedAccount } from '#contract/admin/admin-accounts.ts'
import { m } from '#messages/generated/messages.js'

/** A user of an account whom the admin helps. */
export type Person = {
  readonly accountId: string
  readonly contactId: string
  readonly name: string
  readonly email: string
}

/** Returns the users of an account who have a contact, the owner first. */
export function peopleOf({ id: accountId, users }: Pick<ViewedAccount, 'id' | 'users'>): readonly Person[] {
  return users.flatMap(({ contactId, name, email }) =>
    contactId === null ? [] : [{ accountId, contactId, name, email }],
  )
}

/** The user to help: the first, until the admin selects another in `choice`, which must be rendered. A single user needs no choice. */
export function usePersonChoice(people: readonly Person[]) {
  const [chosen, setChosen] = useState<string>()
  const person = people.find(({ contactId }) => contactId === chosen) ?? people[0]
  const choice =
    people.length > 1 ? (
      <select
        className="input truncate"
        aria-label={m.admin_factor_person()}
        value={person?.contactId}
        onChange={(event) => setChosen(event.target.value)}
      >
        {people.map(({ contactId, name, email }) => (
          <option key={contactId} value={contactId}>
            <bdi>{name}</bdi> ({email})
          </option>
        ))}
      </select>
    ) : null
  return { person, choice }
}
