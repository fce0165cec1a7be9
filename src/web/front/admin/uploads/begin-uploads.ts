import { adminLibraryCalls } from '#contract/admin/library/admin-library-calls.ts'
import { adminUploadCalls } from '#contract/admin/library/admin-upload-calls.ts'
import { lineLimits } from '#domain/catalogue/write/item-text.ts'
import { m } from '#messages/generated/messages.js'
import { CallProblem, call } from '#web/platform/site/api.ts'
import type { Attempt } from '#web/platform/site/use-call.ts'
import { firstFault } from '#web/platform/site/use-call.ts'
import { looksLikeFilm } from './dropped-files.ts'
import { type FileMark, isSameFile, markOf } from './file-mark.ts'
import { sizeText } from './upload-texts.ts'
import { enqueue } from './uploads-store.ts'

/** Files that were dropped together. */
export type Batch = {
  /** Those that are left. */
  readonly files: File[]
  /** The video that gets the file. Undefined: each file becomes a draft with a title from the file's name. */
  readonly videoId: string | undefined
  /** Drafts that were made, by the file that they are for. */
  readonly drafts: Map<File, string>
  readonly refused: { readonly name: string; readonly sentence: string }[]
}

/** What concerns not one file but the person, who is asked first. */
const asksPerson: readonly string[] = [
  'password-required',
  'wrong-password',
  'login-required',
  'too-many-requests',
]

/**
 * Begins the upload of each file that is left, or goes on with it where the server has a part of it already. Returns the
 * problem that stops all of them; refusals of single files are noted in the batch.
 */
export async function beginUploads(
  batch: Batch,
  { keyOf }: Attempt,
  password?: string,
): Promise<CallProblem | { readonly begun: true }> {
  const { files, refused } = batch
  const open = await call(adminUploadCalls.uploads)
  if (open instanceof CallProblem) return open
  for (;;) {
    const [file] = files
    if (!file) return { begun: true }
    const outcome = await beginOne(batch, file, { ...open.body, keyOf, password })
    if (outcome instanceof CallProblem && asksPerson.includes(outcome.code)) return outcome
    if (outcome)
      refused.push({
        name: file.name,
        sentence: outcome instanceof CallProblem ? firstFault(outcome) : outcome,
      })
    files.shift()
  }
}

/** An upload that the server has a part of. */
type Known = { readonly uploads: readonly (FileMark & { id: string; videoId: string; received: number })[] }
type Site = Known & { readonly maxBytes: number; readonly password: string | undefined } & Pick<
    Attempt,
    'keyOf'
  >

async function beginOne(
  { videoId: wanted, drafts }: Batch,
  file: File,
  { uploads, maxBytes, keyOf, password }: Site,
): Promise<CallProblem | string | undefined> {
  if (!looksLikeFilm(file)) return m.upload_no_film()
  if (file.size === 0) return m.upload_empty()
  if (file.size > maxBytes) return m.upload_larger_than({ size: sizeText(maxBytes) })
  const mark = await markOf(file).catch(() => undefined)
  if (!mark) return m.upload_unreadable()
  const known = uploads.find(
    (one) => isSameFile(one, mark) && (wanted === undefined || wanted === one.videoId),
  )
  if (known) {
    enqueue(known, file)
    return undefined
  }

  const confirmed = password === undefined ? {} : { password }
  const videoId = wanted ?? drafts.get(file) ?? (await makeDraft(file, mark, keyOf, confirmed))
  if (videoId instanceof CallProblem) return videoId
  drafts.set(file, videoId)
  const body = { purpose: 'film' as const, videoId, ...mark, ...confirmed }
  const reply = await call(adminUploadCalls.startUpload, { body, idempotencyKey: keyOf(body) })
  if (reply instanceof CallProblem) return reply
  enqueue({ id: reply.body.id, videoId, name: file.name, length: file.size, received: 0 }, file)
  return undefined
}

/** Returns the id of the draft. Files of the same name, from different folders, get a draft each. */
async function makeDraft(
  { name }: File,
  mark: FileMark,
  keyOf: Attempt['keyOf'],
  confirmed: { readonly password?: string },
): Promise<string | CallProblem> {
  const title = name
    .replace(/(?<=.)\.[^.]*$/, '')
    .replaceAll('_', ' ')
    .slice(0, lineLimits.title)
  const body = { title, ...confirmed }
  const reply = await call(adminLibraryCalls.createVideo, {
    body,
    idempotencyKey: keyOf({ ...body, mark }),
  })
  return reply instanceof CallProblem ? reply : reply.body.id
}
