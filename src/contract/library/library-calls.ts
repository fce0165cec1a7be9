import type { Call } from '#contract/call.ts'
import * as library from './library.ts'

/** The library as everybody sees it. */
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
} as const satisfies Record<string, Call>
