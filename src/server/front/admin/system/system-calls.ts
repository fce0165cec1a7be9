import type { FastifyInstance } from 'fastify'
import { calls } from '#contract/calls.ts'
import { verifyAudit } from '#server/platform/audit/verify-audit.ts'
import { route } from '#server/platform/http/route.ts'
import type { Services } from '#server/platform/services/services.ts'
import { makeApiKey, showApiKeys, withdrawApiKey } from './api-keys.ts'
import { sendAuditLog, showAuditLog } from './audit-log.ts'
import { chooseServiceModeAsAdmin, showService } from './choose-service-mode.ts'
import { changeClosing, previewClosing } from './close-at-desk.ts'
import { runNow } from './run-now.ts'
import { saveAnnouncement, saveMaintenance, showNotices } from './save-notices.ts'
import { type SystemParts, showSystem } from './show-system.ts'

/** Registers the admin's calls about the site itself. */
export function registerSystemCalls(app: FastifyInstance, services: Services, parts: SystemParts): void {
  route(app, calls.systemAtDesk, () => showSystem(services, parts))
  route(app, calls.runNow, (context) => runNow(services, parts.steps, context))
  route(app, calls.auditLog, (context) => showAuditLog(services, context))
  route(app, calls.auditCsv, (context) => sendAuditLog(services, context))
  route(app, calls.verifyAudit, async () => ({
    status: 200,
    body: await verifyAudit(services.database.db),
  }))
  route(app, calls.apiKeys, (context) => showApiKeys(services, context))
  route(app, calls.makeApiKey, (context) => makeApiKey(services, context))
  route(app, calls.withdrawApiKey, (context) => withdrawApiKey(services, context))
  route(app, calls.serviceAtDesk, (context) => showService(services, context))
  route(app, calls.chooseServiceMode, (context) => chooseServiceModeAsAdmin(services, context))
  route(app, calls.previewClosing, (context) => previewClosing(services, context))
  route(app, calls.changeClosing, (context) => changeClosing(services, context))
  route(app, calls.noticesAtDesk, (context) => showNotices(services, context))
  route(app, calls.saveAnnouncement, (context) => saveAnnouncement(services, context))
  route(app, calls.saveMaintenance, (context) => saveMaintenance(services, context))
}
