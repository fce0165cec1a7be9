import { hasControlCharacters, lineFault, lineLimits } from '#domain/catalogue/write/item-text.ts'
import { m } from '#messages/generated/messages.js'
import { type AdminContext, confirmAdminLately } from '#server/front/admin/confirm-admin.ts'
import type { LibraryServices } from '#server/library/catalogue/library.ts'
import { lineSentences } from '#server/library/catalogue-files/front-matter.ts'
import { changeLibrary } from '#server/library/write/change-library.ts'
import type { FieldSentences } from '#server/library/write/check-video.ts'
import type { Editor, When } from '#server/library/write/kept-version.store.ts'
import { type AuditActor, type Deed, recordAudit } from '#server/platform/audit/record-audit.ts'
import type { Trx } from '#server/platform/database/tables.ts'
import type { Remember } from '#server/platform/http/idempotency.ts'
import { Problem } from '#server/platform/runtime/problem.ts'

/** A change of the library at the desk. */
type DeskWrite<Body> = {
  /** Returns the reply. A problem must come before the first write. */
  readonly work: (trx: Trx, editor: Editor, when: When) => Promise<Body | Problem>
  /** Tells the audit log of the change; without texts, which the kept versions have. */
  readonly audit: (body: Body) => Deed
}

/** Confirms the admin (`confirmDesk`), then does `writeConfirmed`. */
export async function writeAtDesk<Body>(
  services: LibraryServices,
  context: AdminContext & { readonly remember: Remember },
  write: DeskWrite<Body>,
): Promise<{ readonly status: 200; readonly body: Body } | Problem> {
  const by = await confirmDesk(services, context)
  return by instanceof Problem ? by : writeConfirmed(services, context, by, write)
}

/** Does `confirmAdminLately`. 409 `library-from-folder` where the desk does not change the library. */
export async function confirmDesk(
  services: LibraryServices,
  context: AdminContext,
): Promise<AuditActor | Problem> {
  if (services.config.library === 'folder') return new Problem('library-from-folder')
  return confirmAdminLately(services, context)
}

/** Changes the library and stores the reply and an audit entry with it. */
export async function writeConfirmed<Body>(
  services: LibraryServices,
  { remember }: { readonly remember: Remember },
  by: AuditActor,
  { work, audit }: DeskWrite<Body>,
): Promise<{ readonly status: 200; readonly body: Body } | Problem> {
  const body = await changeLibrary(
    services,
    (trx, when) => work(trx, { by: 'desk', userId: by.userId }, when),
    async (trx, done) => {
      await remember(trx, { status: 200, body: done })
      await recordAudit(trx, services, by, audit(done))
    },
  )
  return body instanceof Problem ? body : { status: 200, body }
}

/** 422 `invalid` with a sentence for each field. */
export function refused(faults: FieldSentences): Problem {
  return new Problem('invalid', {
    fields: Object.fromEntries([...faults].map(([field, sentence]) => [field, { sentence }])),
  })
}

/** Returns the faults of an item's name and description, by field. */
export function textFaults(field: 'name' | 'title', line: string, description: string): FieldSentences {
  const faults: FieldSentences = new Map()
  const fault = lineFault(line, lineLimits.title)
  if (fault) faults.set(field, lineSentences[fault]({ key: field, longest: lineLimits.title }))
  if (hasControlCharacters(description.replace(/[\n\r\t]/g, '')))
    faults.set('description', m.catalogue_body_characters())
  return faults
}

export function refusedField(field: string, sentence: string): Problem {
  return refused(new Map([[field, sentence]]))
}

/** Returns an item that a change is made of; 404 for none, 409 `version-conflict` if it was changed since `version`. */
export function atVersion<Item extends { readonly version: number }>(
  item: Item | undefined,
  version: number,
): Item | Problem {
  if (!item) return new Problem('not-found')
  return item.version === version ? item : new Problem('version-conflict')
}
