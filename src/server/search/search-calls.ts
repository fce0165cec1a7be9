import type { FastifyInstance } from 'fastify'
import { calls } from '#contract/calls.ts'
import { route } from '#server/http/route.ts'
import type { LibraryServices } from '#server/library/library.ts'
import { searchTranscripts } from './search-transcripts.ts'

/** The search in what films say. */
export function registerSearchCalls(app: FastifyInstance, services: LibraryServices): void {
  route(app, calls.transcripts, (context) => searchTranscripts(app, services, context))
}
