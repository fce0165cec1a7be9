import type { Call } from '#contract/call.ts'
import { Done } from '#contract/shapes.ts'
import * as corrections from './admin-corrections.ts'

/** The admin's calls that correct an account. */
export const adminCorrectionCalls = {
  previewCorrection: {
    method: 'POST',
    path: '/api/admin/account/correction/preview',
    actor: 'admin',
    summary: 'What a correction of an account does to its dates and its money; changes nothing',
    body: corrections.CorrectionToPreview,
    replies: { 200: corrections.CorrectionPreview },
  },
  accountCharges: {
    method: 'POST',
    path: '/api/admin/account/charges',
    actor: 'admin',
    summary: 'The charges of an account of which something can be refunded, at most 100, newest first',
    body: corrections.ChargesOfAccount,
    replies: { 200: corrections.RefundableCharges },
  },
  correctableInvoices: {
    method: 'POST',
    path: '/api/admin/account/invoices',
    actor: 'admin',
    summary: 'The invoices of an account that can get another recipient, at most 100, newest first',
    body: corrections.ChargesOfAccount,
    replies: { 200: corrections.CorrectableInvoices },
  },
  correctAccount: {
    method: 'POST',
    path: '/api/admin/account/correction',
    actor: 'admin',
    idempotent: true,
    summary: 'Corrects an account as previewed, and tells its owner by mail',
    body: corrections.CorrectionOfAccount,
    replies: { 200: Done },
  },
} as const satisfies Record<string, Call>
