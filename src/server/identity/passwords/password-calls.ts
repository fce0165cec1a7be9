import type { FastifyInstance } from 'fastify'
import { accountCalls } from '#contract/accounts/account-calls.ts'
import { credentialCalls } from '#contract/accounts/credential-calls.ts'
import { route } from '#server/platform/http/route.ts'
import type { Services } from '#server/platform/services/services.ts'
import { changePassword, changePasswordSection } from './change-password.ts'
import { createPassword, resetPassword } from './choose-password.ts'
import { requestReset, sendResetLink } from './request-reset.ts'

/** Registers the calls that set or change a password. */
export function registerPasswordCalls(app: FastifyInstance, services: Services): void {
  route(app, credentialCalls.requestReset, (context) => requestReset(services, context))
  route(app, credentialCalls.resetPassword, (context) => resetPassword(services, context))
  route(app, credentialCalls.createPassword, (context) => createPassword(services, context))
  route(app, credentialCalls.changePassword, (context) => changePassword(services, context))
  route(app, accountCalls.changePasswordSection, (context) => changePasswordSection(services, context))
  route(app, accountCalls.sendResetLink, (context) => sendResetLink(services, context))
}
