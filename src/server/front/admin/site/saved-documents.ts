import type { calls } from '#contract/calls.ts'
import type { AuditAction } from '#contract/desk/audit-actions.ts'
import { type AuditActor, recordAudit } from '#server/platform/audit/record-audit.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { CallContext } from '#server/platform/http/route.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import type { Services } from '#server/platform/services/services.ts'
import {
  addDocuments,
  addPictures,
  documentVersions,
  newestVersion,
  type SiteDocument,
} from '#server/platform/site/site-document.store.ts'
import { digestOf, isFileChanged } from '#server/platform/site-files/desk-documents.ts'
import type { DrawnPicture } from './draw-site-picture.ts'

/** Versions that the desk offers to restore; all are kept. */
const shownVersions = 50

/** Where a document comes from: the product, the operator's files, or the desk. */
type Source = 'product' | 'file' | 'desk'

/** Documents that are shown and saved together, such as the two languages of a page, by file name. */
type Shown = {
  readonly source: Source
  readonly fileChanged: boolean
  /** Of the files; null without any. */
  readonly fileDigest: string | null
  /** Of what the desk saved last; 0 for nothing. */
  readonly version: number
  readonly savedAt: Date | undefined
  /** What counts by file name, of the desk or the files. */
  readonly texts: ReadonlyMap<string, string>
  readonly versions: readonly {
    readonly version: number
    readonly savedAt: Date
    /** Null made the files count. */
    readonly texts: ReadonlyMap<string, string> | null
  }[]
}

/** Returns documents that are saved together, with their former versions. */
export async function shownDocuments(
  { database, siteFiles }: Pick<Services, 'database' | 'siteFiles'>,
  names: readonly string[],
  limit = shownVersions,
): Promise<Shown> {
  const rows = await documentVersions(database.db, names, limit)
  const numbers = [...new Set(rows.map(({ version }) => version))]
  const versions = numbers.map((version) => versionOf(version, rows))
  const [saved] = versions
  const { fileTexts } = siteFiles.current
  const ofFiles = new Map([...fileTexts].filter(([name]) => names.includes(name)))
  const changed = rows.filter(
    ({ name, version, text, file_digest: fileDigest }) =>
      version === saved?.version && text !== null && isFileChanged({ fileDigest }, fileTexts.get(name)),
  )
  return {
    source: saved?.texts ? 'desk' : ofFiles.size > 0 ? 'file' : 'product',
    fileChanged: changed.length > 0,
    fileDigest: filesDigest(fileTexts, names),
    version: saved?.version ?? 0,
    savedAt: saved?.texts ? saved.savedAt : undefined,
    texts: saved?.texts ?? ofFiles,
    versions,
  }
}

function versionOf(version: number, rows: readonly SiteDocument[]): Shown['versions'][number] {
  const own = rows.filter((row) => row.version === version)
  const texts = own.flatMap(({ name, text }) => (text === null ? [] : [[name, text] as const]))
  return {
    version,
    savedAt: own[0]?.saved_at ?? new Date(0),
    texts: texts.length > 0 ? new Map(texts) : null,
  }
}

/**
 * Stores a version of documents that are saved together, with an audit entry; 409 `version-conflict` if the desk or a file
 * was changed since `version` and `fileDigest` were read. It counts at once at this process, at others within a second.
 * @param texts by file name; null: the file counts
 */
export async function saveDocuments(
  services: Services,
  { remember }: Pick<CallContext<typeof calls.savePrices>, 'remember'>,
  by: AuditActor,
  {
    texts,
    version,
    fileDigest,
    pictures = [],
    audit,
  }: {
    readonly texts: ReadonlyMap<string, string | null>
    readonly version: number
    readonly fileDigest: string | null
    /** New ones that the texts name. */
    readonly pictures?: readonly DrawnPicture[]
    readonly audit: { readonly action: AuditAction; readonly target: string; readonly after?: object }
  },
): Promise<{ readonly status: 200; readonly body: { readonly status: 'ok' } } | Problem> {
  const { clock, database, siteFiles } = services
  const { fileTexts } = siteFiles.current
  const names = [...texts.keys()]
  if (fileDigest !== filesDigest(fileTexts, names)) return new Problem('version-conflict')
  const rows = [...texts].map(([name, text]) => ({
    name,
    version: version + 1,
    text,
    file_digest: digestOf(fileTexts.get(name)),
    saved_at: clock.real(),
  }))
  const saved = await inTransaction(database.db, async (trx) => {
    if ((await newestVersion(trx, names)) !== version) return false
    if (!(await addDocuments(trx, rows))) return false
    const drawn = pictures.map(({ name, picture: { bytes } }) => ({ name, bytes }))
    await addPictures(trx, drawn, clock.real())
    await remember(trx, done)
    await recordAudit(trx, services, by, {
      action: audit.action,
      target: audit.target,
      before: { version },
      after: { version: version + 1, ...audit.after },
    })
    return true
  })
  if (!saved) return new Problem('version-conflict')
  await siteFiles.refresh()
  return done
}

const done = { status: 200, body: { status: 'ok' } } as const

/** Of one file its digest, of several one of theirs; null without any. */
function filesDigest(fileTexts: ReadonlyMap<string, string>, names: readonly string[]): string | null {
  const digests = names.map((name) => digestOf(fileTexts.get(name)))
  if (digests.every((digest) => digest === null)) return null
  return digests.length === 1 ? (digests[0] ?? null) : digestOf(digests.join(' '))
}
