import type { FastifyInstance } from 'fastify'
import { calls } from '#contract/calls.ts'
import { route } from '#server/platform/http/route.ts'
import type { Services } from '#server/platform/services/services.ts'
import { deleteBackup } from './delete-backup.ts'
import { askForBackup, sendBackup } from './download-backup.ts'
import { orderBackup, showBackups } from './order-backup.ts'
import { showStorage } from './show-storage.ts'

/** Registers the admin's calls about backups, and what takes space. */
export function registerBackupCalls(app: FastifyInstance, services: Services): void {
  route(app, calls.backupsAtDesk, (context) => showBackups(services, context))
  route(app, calls.storageAtDesk, (context) => showStorage(services, context))
  route(app, calls.makeBackup, (context) => orderBackup(services, context))
  route(app, calls.askForBackup, (context) => askForBackup(services, context))
  route(app, calls.deleteBackup, (context) => deleteBackup(services, context))
  route(app, calls.downloadBackup, (context) => sendBackup(services, context))
}
