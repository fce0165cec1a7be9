import type { FastifyInstance } from 'fastify'
import type { accountCalls } from '#contract/accounts/account-calls.ts'
import type { CallAnswer, CallContext } from '#server/http/route.ts'
import { checkOwnPassword } from '#server/passwords/own-password.ts'
import type { Services } from '#server/services/services.ts'
import { addContact } from './add-contact.ts'
import { checkNewEmail } from './check-new-email.ts'
import { removeContact } from './remove-contact.ts'

type Context = CallContext<typeof accountCalls.changeContact>

/** Adds a contact or removes one, for whoever knows the user's password (product.md section 5). */
export async function changeContact(
  app: FastifyInstance,
  services: Services,
  context: Context,
): Promise<CallAnswer<typeof accountCalls.changeContact>> {
  const { body, viewer } = context
  const fault = 'add' in body ? checkNewEmail(body.add) : undefined
  const refusal =
    fault ??
    (await checkOwnPassword(app, services, viewer, body.currentPassword)) ??
    (await app.limits.contacts.consume(viewer.userId))
  if (refusal) return refusal
  return 'add' in body
    ? addContact(services, { ...context, email: body.add.trim() })
    : removeContact(services, { ...context, contactId: body.remove })
}
