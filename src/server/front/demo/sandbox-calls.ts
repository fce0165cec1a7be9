import type { FastifyInstance } from 'fastify'
import { calls } from '#contract/calls.ts'
import { route } from '#server/platform/http/route.ts'
import type { Sandbox } from '#server/platform/outside/sandbox/sandbox.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import type { Services } from '#server/platform/services/services.ts'

/** Registers the sandbox's page in the demo: its card form, its bank and its faults. */
export function registerSandboxCalls(app: FastifyInstance, { payments }: Pick<Services, 'payments'>): void {
  const sandbox = payments.get('sandbox') as Sandbox | undefined
  route(app, calls.enterSandboxCard, async ({ body }) => {
    if (!sandbox) return new Problem('not-found')
    const entered = await sandbox.enterCard(body)
    if ('fault' in entered)
      return new Problem('invalid', { fields: { [entered.fault]: faults[entered.fault] } })
    if ('declined' in entered) {
      const detail = { key: 'problem_card_declined_because', values: { message: entered.declined } }
      return new Problem('card-declined', { detail })
    }
    return { status: 200, body: { setupIntent: entered.setup, status: entered.status } }
  })
  route(app, calls.answerSandboxBank, async ({ body }) => {
    const status = await sandbox?.answerBank(body.clientSecret, body.approve)
    return status ? { status: 200, body: { status } } : new Problem('not-found')
  })
  route(app, calls.sandboxFaultNow, async () =>
    sandbox ? { status: 200, body: { fault: await sandbox.fault() } } : new Problem('not-found'),
  )
  route(app, calls.sandboxFault, async ({ body }) => {
    if (!sandbox) return new Problem('not-found')
    await sandbox.setFault(body.fault)
    return { status: 200, body }
  })
}

const faults = {
  clientSecret: 'field_invalid',
  number: 'field_card_number_unknown',
  expires: 'field_card_expires_invalid',
  cvc: 'field_card_cvc_invalid',
} as const
