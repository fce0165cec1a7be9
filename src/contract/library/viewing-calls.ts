import * as z from 'zod/mini'
import type { Call } from '#contract/call.ts'
import { Done, Id } from '#contract/shapes.ts'
import * as library from './library.ts'

const videoId = z.strictObject({ id: Id })

/** What is recorded about a viewer: history, seen marks and favourites. */
export const viewingCalls = {
  videoHistory: {
    method: 'GET',
    path: '/api/video-history',
    actor: 'viewer',
    conditional: true,
    summary: "The viewer's history, newest first, at most 1,000 entries at once",
    query: library.HistoryFrom,
    replies: { 200: library.VideoHistory },
  },
  takeBegun: {
    method: 'POST',
    path: '/api/video-history',
    actor: 'viewer',
    summary:
      'Adds what was begun in this browser as a visitor, sent once after registering; what is known as newer stays',
    body: library.BegunAsVisitor,
    replies: { 200: Done },
  },
  markViewed: {
    method: 'POST',
    path: '/api/video/view/:id',
    actor: 'viewer',
    summary: 'Marks a video as seen',
    params: videoId,
    replies: { 200: library.ViewState },
  },
  markUnseen: {
    method: 'DELETE',
    path: '/api/video/view/:id',
    actor: 'viewer',
    summary: 'Marks a video as unseen',
    params: videoId,
    replies: { 200: library.ViewState },
  },
  addFavourite: {
    method: 'POST',
    path: '/api/video/favorites/:id',
    actor: 'viewer',
    summary: 'Adds a video to the favourites',
    params: videoId,
    replies: { 200: library.Favourites },
  },
  removeFavourite: {
    method: 'DELETE',
    path: '/api/video/favorites/:id',
    actor: 'viewer',
    summary: 'Removes a video from the favourites',
    params: videoId,
    replies: { 200: library.Favourites },
  },
} as const satisfies Record<string, Call>
