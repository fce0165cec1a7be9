import { NextStep } from '#contract/accounts/credentials.ts'
import type { Call } from '#contract/call.ts'
import { Done } from '#contract/shapes.ts'
import * as adminLink from './admin-link.ts'

/** How whoever has the command line of the server becomes the admin: by the link that `npm run admin` prints. */
export const adminLinkCalls = {
  adminLink: {
    method: 'POST',
    path: '/auth/admin-link',
    actor: 'anyone',
    summary: 'What a link of the command line is good for; one answer for all that are good for nothing',
    body: adminLink.AdminLinkCode,
    replies: { 200: adminLink.AdminLink },
  },
  createAdmin: {
    method: 'POST',
    path: '/auth/admin-link/admin',
    actor: 'anyone',
    summary: 'Makes the account of the admin and signs them in; uses the link up',
    body: adminLink.NewAdmin,
    replies: { 200: Done, 202: NextStep },
  },
  renewAdminPassword: {
    method: 'POST',
    path: '/auth/admin-link/password',
    actor: 'anyone',
    summary: 'Chooses a new password of the admin and signs them in; uses the link up',
    body: adminLink.NewAdminPassword,
    replies: { 200: Done, 202: NextStep },
  },
} as const satisfies Record<string, Call>
