import type { FastifyInstance } from 'fastify'
import { calls } from '#contract/calls.ts'
import type { LibraryServices } from '#server/library/catalogue/library.ts'
import { route } from '#server/platform/http/route.ts'
import { searchTranscripts } from './search-transcripts.ts'

/** Registers the search in transcripts. */
export function registerSearchCalls(app: FastifyInstance, services: LibraryServices): void {
  route(app, calls.transcripts, (context) => searchTranscripts(services, context))
}
