import type { FastifyInstance } from 'fastify'
import { calls } from '#contract/calls.ts'
import { route } from '#server/platform/http/route.ts'
import type { Services } from '#server/platform/services/services.ts'
import { importPeople, undoPeopleImport } from './change-import.ts'
import { checkPeopleList } from './check-list.ts'
import { invitePeople } from './invite-people.ts'
import { sendListErrors, showImports } from './show-imports.ts'
import { takeOverCards } from './take-over-cards.ts'

/** Registers the admin's calls about people who move in from another site. */
export function registerMovingInCalls(app: FastifyInstance, services: Services): void {
  route(app, calls.checkPeopleList, (context) => checkPeopleList(services, context))
  route(app, calls.peopleListErrors, (context) => sendListErrors(services, context))
  route(app, calls.peopleImports, (context) => showImports(services, context))
  route(app, calls.importPeople, (context) => importPeople(services, context))
  route(app, calls.takeOverCards, (context) => takeOverCards(services, context))
  route(app, calls.invitePeople, (context) => invitePeople(services, context))
  route(app, calls.undoPeopleImport, (context) => undoPeopleImport(services, context))
}
