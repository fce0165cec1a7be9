import type { FastifyInstance, FastifyRequest } from 'fastify'
import { clientNetwork } from '#server/platform/http/client-network.ts'
import { readToken } from '#server/platform/http/cookies.ts'
import { speakLanguageOf } from '#server/platform/http/request-language.ts'
import { anonymousVisitor, type Visitor } from '#server/platform/http/visitor.ts'
import { sha256 } from '#server/platform/runtime/derived-key.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import type { Services } from '#server/platform/services/services.ts'
import { signedInBy } from './sessions.ts'
import { keyOfRequest, viewerByKey } from './viewer-by-key.ts'

/**
 * Identifies the visitor before anything else is done with a request. Cached public bytes need no lookup, nor do routes
 * with `config: {anonymous: true}`: there `viewer` is undefined. A key for programs stands for the admin.
 */
export function registerVisitors(app: FastifyInstance, services: Services): void {
  app.decorateRequest('visitor')
  app.addHook('onRequest', (request, reply, next) => {
    const key = keyOfRequest(request)
    if (key !== undefined) {
      request.visitor = anonymousVisitor(request)
      viewerByKey(services, request, key).then((viewer) => {
        if (viewer instanceof Problem) reply.send(viewer)
        else {
          request.visitor = { ...request.visitor, viewer, browserHash: viewer.sessionHash }
          speakLanguageOf(request, viewer)
          next()
        }
      }, next)
      return
    }
    const { call, anonymous = call?.actor === 'anyone' && call.conditional } = request.routeOptions.config
    if (anonymous || !request.headers.cookie) {
      request.visitor = anonymousVisitor(request)
      next()
      return
    }
    visitorOf(services, request).then((visitor) => {
      request.visitor = visitor
      speakLanguageOf(request, visitor.viewer)
      next()
    }, next)
  })
}

async function visitorOf(services: Services, request: FastifyRequest): Promise<Visitor> {
  const session = sessionToken(services, request)
  const preSession = readToken(request, services.config, 'visitor')
  const { viewer, pending } = session ? await signedInBy(services, session) : nothing
  const preSessionHash = preSession ? sha256(preSession) : undefined
  return {
    viewer,
    pending,
    browserHash: viewer?.sessionHash ?? preSessionHash,
    preSessionHash,
    network: clientNetwork(request.ip),
  }
}

/** Returns the session cookie, if it is well-formed. */
export function sessionToken(
  services: Pick<Services, 'config'>,
  request: Pick<FastifyRequest, 'headers'>,
): string | undefined {
  return readToken(request, services.config, 'session')
}

const nothing = { viewer: undefined, pending: undefined }
