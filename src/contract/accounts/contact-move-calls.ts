import type { Call } from '#contract/call.ts'
import * as accounts from './accounts.ts'

/** The links of the mails about a move to another address: they need no session. */
export const contactMoveCalls = {
  proveContactMove: {
    method: 'POST',
    path: '/auth/move-contact',
    actor: 'anyone',
    summary: 'Moves a user to the address that the admin has entered, by the link that was mailed to it',
    body: accounts.LinkToken,
    replies: { 200: accounts.ContactMoved },
  },
  objectToContactMove: {
    method: 'POST',
    path: '/auth/keep-contact',
    actor: 'anyone',
    summary: 'Undoes a move by the admin within 14 days, by the link that was mailed to the former address',
    body: accounts.LinkToken,
    replies: { 200: accounts.MoveObjected },
  },
} as const satisfies Record<string, Call>
