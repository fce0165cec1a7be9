import * as z from 'zod/mini'
import type { Call } from '#contract/call.ts'
import { Id } from '#contract/shapes.ts'
import * as library from './library.ts'

/** The library, the same for everyone. */
export const libraryCalls = {
  videos: {
    method: 'GET',
    path: '/api/videos',
    actor: 'anyone',
    conditional: true,
    summary: 'The whole library',
    replies: { 200: library.Videos },
  },
  categories: {
    method: 'GET',
    path: '/api/categories',
    actor: 'anyone',
    conditional: true,
    summary: 'The categories of the library',
    replies: { 200: library.Categories },
  },
  versions: {
    method: 'GET',
    path: '/api/versions',
    actor: 'anyone',
    conditional: true,
    summary: 'The software versions that videos were recorded with',
    replies: { 200: library.Versions },
  },
  series: {
    method: 'GET',
    path: '/api/series',
    actor: 'anyone',
    conditional: true,
    summary: 'The series of the library: videos in the order in which they are taught',
    replies: { 200: library.SeriesList },
  },
  transcripts: {
    method: 'GET',
    path: '/api/transcripts',
    actor: 'anyone',
    summary: 'Where in the films something is said; the words around it for whoever may watch the film',
    query: library.TranscriptQuery,
    replies: { 200: library.TranscriptHits },
  },
  videoText: {
    method: 'GET',
    path: '/api/video/:id/text',
    actor: 'anyone',
    summary: "A video's description as it is drawn",
    params: z.strictObject({ id: Id }),
    replies: { 200: library.VideoText },
  },
  videoPreview: {
    method: 'GET',
    path: '/api/video/:id/preview',
    actor: 'anyone',
    summary: "A video's chapters and the first words said in it",
    params: z.strictObject({ id: Id }),
    replies: { 200: library.VideoPreview },
  },
} as const satisfies Record<string, Call>
