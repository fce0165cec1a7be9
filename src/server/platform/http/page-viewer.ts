import type { FastifyInstance } from 'fastify'
import { Problem } from '#server/platform/runtime/problem.ts'

/**
 * The header `X-Viewer` names the user that a page was rendered for. If another user has signed in with this browser
 * since, or no one is signed in, the page's writes under /api are refused with 401 `login-required`: otherwise one
 * user's form would be saved for another. Runs before the guard, which would report the other user's permissions.
 * Programs and visitors' pages send no header.
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
