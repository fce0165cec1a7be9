import * as z from 'zod/mini'
import type { Call } from '#contract/call.ts'
import { Id } from '#contract/shapes.ts'
import * as library from './library.ts'

const videoId = z.strictObject({ id: Id })

/** Opening a playback, and keeping it open. */
export const watchingCalls = {
  video: {
    method: 'GET',
    path: '/api/video/:id',
    actor: 'anyone',
    summary: 'Opens a playback: media addresses for a viewer who may watch',
    params: videoId,
    query: library.NamedPlayer,
    replies: { 200: library.Playback },
  },
  stopOldestStream: {
    method: 'DELETE',
    path: '/api/video/streams/oldest',
    actor: 'viewer',
    whileSwitched: true,
    summary: "Stops the viewer's stream that was opened first",
    replies: { 200: library.StreamsLeft },
  },
  keepPosition: {
    method: 'PUT',
    path: '/api/video/position/:id',
    actor: 'anyone',
    summary: 'Keeps where the viewer is and extends the playback grant',
    params: videoId,
    body: library.Position,
    replies: { 200: library.PositionKept },
  },
} as const satisfies Record<string, Call>
