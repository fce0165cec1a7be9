import { m } from '#messages/generated/messages.js'
import { LongAddress } from '#web/business/team/long-address.tsx'
import type { DraftUser } from './team-draft.ts'
import { type RowTools, UserActions, UserConfirmed, UserName, UserRole } from './user-cells.tsx'

/** The users as product.md section 2 lists them: Name, Email, Confirmed and Remove!. */
export function UserTable({ users, tools }: { users: readonly DraftUser[]; tools: RowTools }) {
  return (
    <table className="table w-full table-fixed">
      <thead>
        <tr>
          <th scope="col" className="w-[21%] pl-0!">
            {m.users_name()}
          </th>
          <th scope="col">{m.users_email()}</th>
          <th scope="col" className="w-[8.75rem]">
            {m.users_confirmed()}
          </th>
          <th scope="col" className="w-[9rem]">
            {m.users_role()}
          </th>
          <th scope="col" className="w-[9.5rem] pr-0! text-right">
            {m.users_remove()}
          </th>
        </tr>
      </thead>
      <tbody>
        {users.map((user) => (
          <tr key={user.key}>
            <th scope="row" className="pl-0! whitespace-normal! wrap-anywhere">
              <UserName user={user} tools={tools} />
            </th>
            <td className={`whitespace-normal! wrap-anywhere ${user.removed ? 'text-muted' : ''}`}>
              <LongAddress email={user.email} />
            </td>
            <td className="whitespace-normal!">
              <UserConfirmed user={user} tools={tools} />
            </td>
            <td>
              <UserRole user={user} tools={tools} />
            </td>
            <td className="pr-0!">
              <UserActions user={user} tools={tools} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
