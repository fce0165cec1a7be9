import * as z from 'zod/mini'
import type { Services } from '#server/services/services.ts'
import { type AdminLinkOutcome, makeAdminLink } from './make-admin-link.ts'

/** Name of the command by which a running server makes the link (command-line/control-socket.ts). */
export const adminLinkCommand = 'make-admin-link'

const Asked = z.strictObject({
  email: z.nullable(z.string()),
  again: z.boolean(),
  withoutTwoFactor: z.boolean(),
})

/** Makes the link in the running server, which alone gets at the embedded database. */
export async function makeAdminLinkOnRequest(
  { database, clock, random, config }: Pick<Services, 'database' | 'clock' | 'random' | 'config'>,
  request: unknown,
): Promise<AdminLinkOutcome> {
  return makeAdminLink({ database, clock, random, baseUrl: config.baseUrl }, Asked.parse(request))
}
