import { useQuery } from '@tanstack/react-query'
import { arrivingVideosQuery } from '#web/platform/site/queries.ts'
import type { ArrivingVideos } from '#web/platform/site/video-pieces.ts'
import { type Library, useLibraryOf } from './library.ts'

/**
 * Returns the newest videos of a library that is read in pieces, once there are enough for a listing; others may still
 * be loading. Undefined until then, and for a library that is read at once.
 */
export function useNewestPart(): Library | undefined {
  return useLibraryOf(useQuery({ ...arrivingVideosQuery, select: newestOf })).library
}

function newestOf({ videos }: ArrivingVideos) {
  return videos.length > 0 ? videos : undefined
}
