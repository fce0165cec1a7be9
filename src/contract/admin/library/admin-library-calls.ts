import type { Call } from '#contract/call.ts'
import * as library from './admin-library.ts'

/** Bytes of a video's texts, code and captions; `deploy/nginx.conf` has the same. */
const largestBodyBytes = 2_000_000

/**
 * The admin's calls about the library. Writes carry the version that was edited: 409 `version-conflict` after a change by
 * somebody else, whose result the reading call returns. 422 names each field, elements of lists by their place:
 * `chapters.2`.
 */
export const adminLibraryCalls = {
  deskVideos: {
    method: 'GET',
    path: '/api/admin/library/videos',
    actor: 'admin',
    summary: 'Videos of the library with drafts and the trash, filtered and sorted, ten a page',
    query: library.VideoFilter,
    replies: { 200: library.DeskVideoRows },
  },
  deskVideosCsv: {
    method: 'GET',
    path: '/api/admin/library/videos.csv',
    actor: 'admin',
    summary: 'The same videos on all pages, as a file',
    query: library.VideoFileFilter,
    mediaType: 'text/csv',
    replies: { 200: library.VideosCsv },
  },
  deskVideo: {
    method: 'GET',
    path: '/api/admin/library/video/:id',
    actor: 'admin',
    summary: 'A video with everything that can be changed at the desk',
    params: library.OneVideo,
    replies: { 200: library.DeskVideo },
  },
  deskFilm: {
    method: 'GET',
    path: '/api/admin/library/video/:id/film',
    actor: 'admin',
    summary: 'The film of a video in any state, whole or in ranges',
    params: library.OneVideo,
    mediaType: 'video/mp4',
    replies: { 200: library.FilmBytes },
  },
  deskPicture: {
    method: 'GET',
    path: '/api/admin/library/video/:id/picture/:key',
    actor: 'admin',
    summary: 'The poster of a video in any state, or a frame of which one may be made',
    params: library.OnePicture,
    mediaType: 'image/webp',
    replies: { 200: library.PictureBytes },
  },
  drawText: {
    method: 'POST',
    path: '/api/admin/library/text',
    actor: 'admin',
    summary: 'A description in Markdown as viewers would see it; nothing is stored',
    body: library.MarkdownText,
    largestBodyBytes,
    replies: { 200: library.DrawnText },
  },
  createVideo: {
    method: 'POST',
    path: '/api/admin/library/videos',
    actor: 'admin',
    idempotent: true,
    summary: 'Adds a draft',
    body: library.VideoDraft,
    replies: { 200: library.DeskVideo },
  },
  changeVideo: {
    method: 'POST',
    path: '/api/admin/library/video/:id',
    actor: 'admin',
    idempotent: true,
    summary: 'Changes a video, publishes it, or makes it a draft again',
    params: library.OneVideo,
    body: library.VideoEdit,
    largestBodyBytes,
    replies: { 200: library.DeskVideo },
  },
  trashVideo: {
    method: 'POST',
    path: '/api/admin/library/video/:id/trash',
    actor: 'admin',
    idempotent: true,
    summary: 'Moves a video to the trash, which keeps film, captions and code for 30 days',
    params: library.OneVideo,
    body: library.VideoVersion,
    replies: { 200: library.DeskVideo },
  },
  restoreVideo: {
    method: 'POST',
    path: '/api/admin/library/video/:id/restore',
    actor: 'admin',
    idempotent: true,
    summary: 'Takes a video out of the trash, or back whose folder is gone',
    params: library.OneVideo,
    body: library.VideoVersion,
    replies: { 200: library.DeskVideo },
  },
  changeVideoAddress: {
    method: 'POST',
    path: '/api/admin/library/video/:id/address',
    actor: 'admin',
    idempotent: true,
    summary: 'Changes the address of a video, to which the former one leads',
    params: library.OneVideo,
    body: library.VideoAddress,
    replies: { 200: library.DeskVideo },
  },
  videoVersions: {
    method: 'GET',
    path: '/api/admin/library/video/:id/versions',
    actor: 'admin',
    summary: 'The kept versions of a video, newest first',
    params: library.OneVideo,
    replies: { 200: library.KeptVideoVersions },
  },
  restoreVideoVersion: {
    method: 'POST',
    path: '/api/admin/library/video/:id/versions',
    actor: 'admin',
    idempotent: true,
    summary: 'Restores a kept version of a video as a new one',
    params: library.OneVideo,
    body: library.VideoRestoration,
    replies: { 200: library.DeskVideo },
  },
} as const satisfies Record<string, Call>
