import type { Config } from '#server/platform/config/config.ts'
import { openMediaFolder } from '#server/platform/outside/media-folder.ts'
import type { MediaStore } from '#server/platform/outside/media-store.ts'
import { openMediaS3 } from './media-s3.ts'

/** Opens the media of a site: in S3 if MEDIA_URL names a bucket, otherwise in the media folder. */
export async function openMedia({
  s3,
  mediaFolder,
  mediaDelivery,
}: Pick<Config, 's3' | 'mediaFolder'> & Partial<Pick<Config, 'mediaDelivery'>>): Promise<MediaStore> {
  return s3
    ? openMediaS3(s3, { localFolder: mediaFolder, redirect: mediaDelivery === 'redirect' })
    : openMediaFolder(mediaFolder)
}
