import * as z from 'zod/mini'
import type { Call } from '#contract/call.ts'
import { Id } from '#contract/shapes.ts'
import * as library from './library.ts'

/**
 * The videos of a large library in pieces (domain/catalogue/library-pieces.ts). The key is a hash of the content, so a
 * piece never changes.
 */
export const pieceCalls = {
  videoPieces: {
    method: 'GET',
    path: '/api/videos/pieces',
    actor: 'anyone',
    conditional: true,
    summary: 'The pieces of the library, the one with the newest videos first; a small library is one piece',
    replies: { 200: library.VideoPieces },
  },
  videoPiece: {
    method: 'GET',
    path: '/api/videos/pieces/:key',
    actor: 'anyone',
    conditional: true,
    summary:
      'The videos of a piece of the library, newest first: of one that is listed, or was before the last change',
    params: z.strictObject({ key: Id }),
    replies: { 200: library.Videos },
  },
} as const satisfies Record<string, Call>
