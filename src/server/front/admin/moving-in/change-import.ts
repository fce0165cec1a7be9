import type { calls } from '#contract/calls.ts'
import type { AuditAction } from '#contract/desk/audit-actions.ts'
import { whyNotSold } from '#domain/service-mode.ts'
import { changeAsAdmin } from '#server/front/admin/change-as-admin.ts'
import { confirmAdmin } from '#server/front/admin/confirm-admin.ts'
import type { AuditActor } from '#server/platform/audit/record-audit.ts'
import type { CallContext, UseCase } from '#server/platform/http/route.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import type { Services } from '#server/platform/services/services.ts'
import { readServiceMode } from '#server/platform/site/service-mode.ts'
import { undoableMs } from './move-people.ts'
import { movePeopleJob } from './move-people-job.ts'
import { moveImport } from './people-import.store.ts'

/**
 * Begins the import of a checked list. 409 `version-conflict` if it was imported, replaced or forgotten meanwhile, `paused`
 * or `sunset` while the service gives nothing away; else as `confirmAdmin`.
 */
export const importPeople: UseCase<'importPeople'> = async (services, context) => {
  const by = await confirmAdmin(services, context)
  if (by instanceof Problem) return by
  const notSold = whyNotSold(await readServiceMode(services))
  if (notSold) return new Problem(notSold)
  const startedAt = services.clock.now()
  return moveOn(services, context, by, {
    action: 'people-imported',
    states: { from: 'checked', to: 'running', startedAt },
  })
}

/**
 * Begins the undoing of an import that has ended. 409 `version-conflict` a day after its beginning, and for one that runs or
 * is undone; else as `confirmAdmin`.
 */
export const undoPeopleImport: UseCase<'undoPeopleImport'> = async (services, context) => {
  const by = await confirmAdmin(services, context)
  if (by instanceof Problem) return by
  const startedAfter = new Date(services.clock.now().getTime() - undoableMs)
  return moveOn(services, context, by, {
    action: 'people-import-undone',
    states: { from: 'done', to: 'undoing', startedAfter },
  })
}

/** Begins a change of state that the job carries out. 409 `version-conflict` from another state. */
function moveOn(
  services: Services,
  { body: { id }, remember }: CallContext<typeof calls.importPeople | typeof calls.undoPeopleImport>,
  by: AuditActor,
  {
    action,
    states,
  }: { readonly action: AuditAction; readonly states: Omit<Parameters<typeof moveImport>[1], 'id'> },
): ReturnType<typeof changeAsAdmin> {
  return changeAsAdmin(services, { remember }, by, async (trx) => {
    const rows = await moveImport(trx, { id, ...states })
    if (!rows) return new Problem('version-conflict')
    await services.queue.enqueue(trx, movePeopleJob, { id }, { singletonKey: id })
    return { action, target: id, after: rows }
  })
}
