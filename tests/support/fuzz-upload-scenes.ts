import { calls } from '#contract/calls.ts'
import { own, type Props, type Scenes, type Stage } from './fuzz-stage.ts'

/** What has to have happened before a call about an upload can succeed: one was begun. */
export const uploadScenes: Scenes = {
  startUpload: async (stage) => ({ body: JSON.stringify(await fileOf(stage)) }),
  uploadOffset: begun,
  uploadPart: async (stage) => ({ ...(await begun(stage)), body: '7' }),
  dropUpload: begun,
}

/** Headers that fit the one byte of a scene. */
export const partHeaders: Readonly<Record<string, string>> = {
  'tus-resumable': '1.0.0',
  'upload-offset': '0',
  'content-type': 'application/offset+octet-stream',
}

async function begun(stage: Stage): Promise<Props> {
  const { body } = await stage.browser.call(calls.startUpload, { body: await fileOf(stage) })
  return { id: body.id }
}

/** Each upload keeps its room, so files are small. */
async function fileOf({ site, known, count }: Stage) {
  const { id } = await site.db.selectFrom('video').select('id').limit(1).executeTakeFirstOrThrow()
  return {
    purpose: 'film',
    videoId: id,
    name: `lesson ${count}.mov`,
    length: 1,
    modifiedAt: '2026-11-20T08:00:00.000Z',
    digest: 'a'.repeat(64),
    password: own(known, 'admin').password,
  }
}
