import type { calls } from '#contract/calls.ts'
import { changeAsAdmin } from '#server/front/admin/change-as-admin.ts'
import { confirmAdminLately } from '#server/front/admin/confirm-admin.ts'
import type { CallAnswer, CallContext } from '#server/platform/http/route.ts'
import { runStepJob } from '#server/platform/jobs/run-step-job.ts'
import type { UpkeepStep } from '#server/platform/jobs/upkeep-step.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import type { Services } from '#server/platform/services/services.ts'

/**
 * Runs a step of the upkeep once, or what waits of a job, at once instead of at its time. 404 for an unknown name; else
 * refused as `confirmAdminLately`.
 */
export async function runNow(
  services: Services,
  steps: readonly UpkeepStep[],
  context: CallContext<typeof calls.runNow>,
): Promise<CallAnswer<typeof calls.runNow>> {
  const { kind, name } = context.body
  const { queue } = services
  const known = kind === 'step' ? steps : await queue.state()
  if (!known.some((one) => one.name === name)) return new Problem('not-found')
  const by = await confirmAdminLately(services, context)
  return changeAsAdmin(services, context, by, async (trx) => {
    if (kind === 'step') await queue.enqueue(trx, runStepJob, { name }, { singletonKey: name })
    else await queue.hasten(trx, name)
    return { action: 'run-ordered', target: name, after: { kind } }
  })
}
