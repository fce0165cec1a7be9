import type { LibraryServices } from '#server/library/catalogue/library.ts'
import { refuseWatching } from '#server/library/watching/watching-right.ts'
import type { UseCase } from '#server/platform/http/route.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import { codeOf } from './video-code.store.ts'

/**
 * `GET /api/video/{id}/code`: the files of a video's code, possibly none, for viewers who may watch it. Others are
 * refused as by its playback; the public listing contains only the number of files.
 */
export const readVideoCode: UseCase<'videoCode', LibraryServices> = async (
  services,
  { params: { id }, visitor },
) => {
  const video = services.library.video(id)
  if (!video) return new Problem('not-found')
  const refusal = await refuseWatching(services, visitor.viewer?.userId, video)
  if (refusal) return new Problem(refusal)
  return { status: 200, body: { files: await codeOf(services.database.db, video.id) } }
}
