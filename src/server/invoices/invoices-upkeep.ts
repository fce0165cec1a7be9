import type { UpkeepStep } from '#server/jobs/upkeep-step.ts'
import { deleteOldInvoices } from './delete-old-invoices.ts'

export const invoicesUpkeep: readonly UpkeepStep[] = [
  { name: 'delete-old-invoices', every: 'hour', clearsAway: true, run: deleteOldInvoices },
]
