import type { FastifyInstance } from 'fastify'
import { Problem } from '#server/platform/runtime/problem.ts'

/**
 * A page says in the header `X-Viewer` for which user it was drawn. When another person has signed in with this browser since, or
 * nobody is signed in, its writes under /api are refused with 401 `login-required`: otherwise one person's form would be saved for
 * another. It runs before the guard, which would speak of the other person's permissions. Programs and visitors' pages send no header.
 */
export function registerPageViewerCheck(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, next) => {
    const drawnFor = request.headers['x-viewer']
    const { call } = request.routeOptions.config
    const isWrite = call !== undefined && call.method !== 'GET' && call.path.startsWith('/api/')
    if (isWrite && drawnFor !== undefined && drawnFor !== request.visitor.viewer?.userId)
      reply.send(new Problem('login-required'))
    else next()
  })
}
