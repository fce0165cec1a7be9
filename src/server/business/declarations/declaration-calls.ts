import type { FastifyInstance } from 'fastify'
import { declarationCalls } from '#contract/billing/declaration-calls.ts'
import { route } from '#server/platform/http/route.ts'
import type { Services } from '#server/platform/services/services.ts'
import { decideDeclaration, showDeclaration } from './decide-declaration.ts'
import { receiveDeclaration } from './receive-declaration.ts'
import { takeBackDeclaration } from './take-back-declaration.ts'

/** Registers the calls for declarations without signing in (decisions/096-wizard-and-declarations.md). */
export function registerDeclarationCalls(app: FastifyInstance, services: Services): void {
  route(app, declarationCalls.declareCancellation, (context) => {
    const { kind, ...body } = context.body
    return receiveDeclaration(services, context, { ...body, kind: 'cancellation', cancellation: kind })
  })
  route(app, declarationCalls.declareWithdrawal, (context) =>
    receiveDeclaration(services, context, { ...context.body, kind: 'withdrawal' }),
  )
  route(app, declarationCalls.takeBackDeclaration, (context) => takeBackDeclaration(services, context))
  route(app, declarationCalls.declaration, (context) => showDeclaration(services, context))
  route(app, declarationCalls.decideDeclaration, (context) => decideDeclaration(services, context))
}
