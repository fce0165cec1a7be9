import type { FastifyInstance } from 'fastify'
import { accountCalls } from '#contract/accounts/account-calls.ts'
import { calls } from '#contract/calls.ts'
import { siteCalls } from '#contract/site/site-calls.ts'
import { route } from '#server/platform/http/route.ts'
import type { Services } from '#server/platform/services/services.ts'
import { changeContact } from './change-contact.ts'
import { changeBillingAddress, changeName, changeNewsletter } from './change-details.ts'
import { changeLanguage, chooseLanguage } from './change-language.ts'
import { changePrimaryContact } from './change-primary-contact.ts'
import { changeVatId } from './change-vat-id.ts'
import { objectToContactMove } from './object-to-move.ts'
import { proveContactMove } from './prove-contact-move.ts'
import { resendConfirmation } from './resend-confirmation.ts'

/** Registers the calls that change a user's and account's data, except the password. */
export function registerProfileCalls(app: FastifyInstance, services: Services): void {
  route(app, accountCalls.changeName, (context) => changeName(services, context))
  route(app, accountCalls.changeContact, (context) => changeContact(services, context))
  route(app, accountCalls.changePrimaryContact, (context) => changePrimaryContact(services, context))
  route(app, accountCalls.resendConfirmation, (context) => resendConfirmation(services, context))
  route(app, calls.proveContactMove, (context) => proveContactMove(services, context))
  route(app, calls.objectToContactMove, (context) => objectToContactMove(services, context))
  route(app, accountCalls.changeNewsletter, (context) => changeNewsletter(services, context))
  route(app, accountCalls.changeLanguage, (context) => changeLanguage(services, context))
  route(app, siteCalls.chooseLanguage, (context) => chooseLanguage(services, context))
  route(app, accountCalls.changeBillingAddress, (context) => changeBillingAddress(services, context))
  route(app, accountCalls.changeVatId, (context) => changeVatId(services, context))
}
