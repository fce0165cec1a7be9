import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { calls } from '#contract/calls.ts'
import type { ProblemBody } from '#contract/problems.ts'
import { theAdmin } from './admin.ts'
import type { TestApp } from './test-app.ts'
import type { TestClient } from './test-client.ts'

/** A part of an upload as a test sends it; `csrf`: `none` sends no token, any other text is sent as the token. */
export type SentPart = {
  readonly by: TestClient
  readonly offset?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly csrf?: string
  /** In chunks, without saying how long it is. */
  readonly isChunked?: boolean
}

/** What the admin's browser says of a file when it begins to upload it for a video. */
export function startOf(videoId: string, bytes: Buffer) {
  return {
    purpose: 'film',
    videoId,
    name: 'My lesson.mov',
    length: bytes.length,
    modifiedAt: '2026-11-20T08:00:00.000Z',
    digest: createHash('sha256').update(bytes).digest('hex'),
    password: theAdmin.password,
  } as const
}

/** Asks how many bytes of an upload have arrived. */
export function askOffset(id: string, by: TestClient) {
  return by.call(calls.uploadOffset, { params: { id }, headers: { 'tus-resumable': '1.0.0' } })
}

/** Sends bytes as a part of an upload. */
export async function sendPart(
  { app, services }: Pick<TestApp, 'app' | 'services'>,
  id: string,
  bytes: Buffer,
  { by, offset = 0, headers, csrf, isChunked = false }: SentPart,
) {
  const raw = await app.inject({
    method: 'PATCH',
    url: `/api/uploads/${id}`,
    headers: {
      host: services.config.baseUrl.host,
      cookie: [...by.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      ...(csrf !== 'none' && { 'x-csrf-token': csrf ?? (await by.csrfToken()) }),
      'tus-resumable': '1.0.0',
      'upload-offset': String(offset),
      'content-type': 'application/offset+octet-stream',
      ...(!isChunked && { 'content-length': String(bytes.length) }),
      ...headers,
    },
    payload: isChunked ? Readable.from([bytes]) : bytes,
  })
  const problem: ProblemBody | undefined = raw.body === '' ? undefined : JSON.parse(raw.body)
  return {
    status: raw.statusCode,
    code: problem?.code,
    problem,
    offset: raw.headers['upload-offset'],
    headers: raw.headers,
  }
}
