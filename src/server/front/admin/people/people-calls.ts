import type { FastifyInstance } from 'fastify'
import { calls } from '#contract/calls.ts'
import { route } from '#server/platform/http/route.ts'
import type { Services } from '#server/platform/services/services.ts'
import { findAtDesk } from './find-at-desk.ts'
import { endSessionAsAdmin, releaseLoginAsAdmin } from './help-person.ts'
import { moveContactAsAdmin } from './move-contact.ts'
import { sendPeople } from './people-file.ts'
import { showLogin } from './person-login.ts'
import { sendPaper, showHistory, showPapers } from './show-history.ts'
import { showPeople } from './show-people.ts'

/** Registers the admin's calls about people. */
export function registerPeopleCalls(app: FastifyInstance, services: Services): void {
  route(app, calls.people, (context) => showPeople(services, context))
  route(app, calls.peopleCsv, (context) => sendPeople(services, context))
  route(app, calls.findAtDesk, (context) => findAtDesk(services, context))
  route(app, calls.accountHistory, (context) => showHistory(services, context))
  route(app, calls.accountPapers, (context) => showPapers(services, context))
  route(app, calls.paperPdf, (context) => sendPaper(services, context))
  route(app, calls.personLogin, (context) => showLogin(services, context))
  route(app, calls.endUserSession, (context) => endSessionAsAdmin(services, context))
  route(app, calls.moveContact, (context) => moveContactAsAdmin(services, context))
  route(app, calls.releaseLogin, (context) => releaseLoginAsAdmin(services, context))
}
