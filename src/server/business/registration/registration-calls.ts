import type { FastifyInstance } from 'fastify'
import { calls } from '#contract/calls.ts'
import { route } from '#server/platform/http/route.ts'
import type { Services } from '#server/platform/services/services.ts'
import { confirmContact } from './confirm-contact.ts'
import { register } from './register.ts'
import { resendRegistration } from './resend-registration.ts'

/** Registers the calls that create an account. */
export function registerRegistrationCalls(app: FastifyInstance, services: Services): void {
  route(app, calls.register, (context) => register(services, context))
  route(app, calls.resendRegistration, (context) => resendRegistration(services, context))
  route(app, calls.confirmContact, (context) => confirmContact(services, context))
}
