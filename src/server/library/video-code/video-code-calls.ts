import type { FastifyInstance } from 'fastify'
import { calls } from '#contract/calls.ts'
import type { LibraryServices } from '#server/library/catalogue/library.ts'
import { route } from '#server/platform/http/route.ts'
import { readVideoCode } from './read-video-code.ts'

/** Registers the call for videos' code. */
export function registerVideoCodeCalls(app: FastifyInstance, services: LibraryServices): void {
  route(app, calls.videoCode, (context) => readVideoCode(services, context))
}
