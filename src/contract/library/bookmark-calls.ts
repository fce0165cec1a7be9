import * as z from 'zod/mini'
import type { Call } from '#contract/call.ts'
import { Id } from '#contract/shapes.ts'
import * as library from './library.ts'

const videoId = z.strictObject({ id: Id })
const moment = z.strictObject({ id: Id, second: z.string().check(z.regex(/^\d{1,6}$/)) })

/** A viewer's own bookmarks in films. */
export const bookmarkCalls = {
  bookmarks: {
    method: 'GET',
    path: '/api/video/bookmarks/:id',
    actor: 'viewer',
    // bookmarks are private
    whileSwitched: false,
    summary: "The viewer's bookmarks in a video",
    params: videoId,
    replies: { 200: library.Bookmarks },
  },
  setBookmark: {
    method: 'PUT',
    path: '/api/video/bookmarks/:id/:second',
    actor: 'viewer',
    summary: 'Bookmarks a second of a video with a word; another word replaces the one before',
    params: moment,
    body: library.BookmarkWord,
    replies: { 200: library.Bookmarks },
  },
  removeBookmark: {
    method: 'DELETE',
    path: '/api/video/bookmarks/:id/:second',
    actor: 'viewer',
    summary: 'Removes a bookmark',
    params: moment,
    replies: { 200: library.Bookmarks },
  },
} as const satisfies Record<string, Call>
