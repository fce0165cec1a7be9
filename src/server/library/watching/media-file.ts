import { extname } from 'node:path'
import type { StoredStoryboard } from '#server/platform/database/library-tables.ts'
import type { Admission } from './playback-grants.ts'

/** Names of a video's files below a playback grant: `/media/{grant}/{name}`. */
export const filmName = 'film.mp4'
export const smallFilmName = 'film.720.mp4'
export const chaptersName = 'chapters.vtt'
export function captionsName(srclang: string): string {
  return `captions.${srclang}.vtt`
}

/** A storyboard's sheet is named by its type: `storyboard.webp`. */
export function storyboardName({ key }: Pick<StoredStoryboard, 'key'>): string {
  return `storyboard${extname(key)}`
}

/** A poster is named by its type: `poster.webp`. Only previews ask for it so: that of a published video is public. */
export function posterName(key: string): string {
  return `poster${extname(key)}`
}

/** Returns the address of a file below a grant. */
export function mediaAddress(token: string, name: string): string {
  return `/media/${token}/${encodeURIComponent(name)}`
}

/** The content of a name: bytes of the media store, or the chapters, which are generated on request. */
export type MediaFile = { readonly storeKey: string } | 'chapters'

/** Undefined for a name that the video does not have. No other name is ever looked up. */
export function mediaFile({ media }: Pick<Admission, 'media'>, name: string): MediaFile | undefined {
  if (name === filmName) return { storeKey: media.filmKey }
  if (name === smallFilmName) return storeKey(media.smallFilmKey)
  if (name === chaptersName) return media.chapters.length > 0 ? 'chapters' : undefined
  const { posterKey, storyboard } = media
  if (posterKey !== undefined && name === posterName(posterKey)) return { storeKey: posterKey }
  if (storyboard && name === storyboardName(storyboard)) return { storeKey: storyboard.key }
  const captions = media.tracks.find((track) => captionsName(track.srclang) === name)
  return storeKey(captions?.key)
}

function storeKey(key: string | undefined): MediaFile | undefined {
  return key === undefined ? undefined : { storeKey: key }
}
