import type { FastifyInstance } from 'fastify'
import { calls } from '#contract/calls.ts'
import { route } from '#server/http/route.ts'
import type { LibraryServices } from '#server/library/library.ts'
import { readVideoCode } from './read-video-code.ts'

/** The code of films. */
export function registerVideoCodeCalls(app: FastifyInstance, services: LibraryServices): void {
  route(app, calls.videoCode, (context) => readVideoCode(context, services))
}
