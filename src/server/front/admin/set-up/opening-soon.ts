import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Call } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import { deskPages } from '#contract/desk/desk-pages.ts'
import { pages } from '#contract/pages.ts'
import { m } from '#messages/generated/messages.js'
import type { SiteServices } from '#server/front/documents/documents.ts'
import { html, trustedHtml } from '#server/front/documents/html.ts'
import { signedInBy } from '#server/identity/sessions/sessions.ts'
import { readCookie } from '#server/platform/http/cookies.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import { isInSetUp } from '#server/platform/site/set-up.store.ts'

/** When search engines and monitoring may ask again, in seconds. */
const retryAfterSeconds = 3_600

/**
 * Shows visitors of a site that is not open yet a page that says so, with 503, and refuses everything else. The admin is
 * served as usual, and so is what makes and signs in the admin. Costs nothing on an open site: without set-up at the
 * start no hook is registered, and once it is found open it is not asked again. Register before the cached replies.
 */
export async function registerOpeningSoon(app: FastifyInstance, services: SiteServices): Promise<void> {
  const { config, database } = services
  let isOpen = config.demo || !(await isInSetUp(database.db))
  if (isOpen) return
  app.addHook('onRequest', async (request, reply) => {
    if (isOpen || isServed(request, services)) return
    isOpen = !(await isInSetUp(database.db))
    if (isOpen || (await isAdmin(services, request))) return
    return isForBrowser(request) ? sendPage(request, reply, config.productName) : reply.send(refusal())
  })
}

function refusal(): Problem {
  return new Problem('unavailable', {
    retryAfterSeconds,
    detail: { key: 'problem_opening_soon', values: {} },
  })
}

/** Health, signed messages, and what the holder of the link and the admin need to get in. */
const openCalls: ReadonlySet<Call> = new Set([
  calls.healthLive,
  calls.healthReady,
  calls.csrfToken,
  calls.config,
  calls.chooseLanguage,
  calls.userSession,
  calls.adminLink,
  calls.createAdmin,
  calls.renewAdminPassword,
  calls.login,
  calls.logout,
  calls.secondFactor,
  calls.startPasskeySignIn,
  calls.signInWithPasskey,
])

const openPages: ReadonlySet<string> = new Set([deskPages.createAdmin.path, pages.login.path])

function isServed({ routeOptions, url }: FastifyRequest, { web }: SiteServices): boolean {
  const { call } = routeOptions.config
  if (call) return openCalls.has(call) || call.actor === 'signed'
  const [path = ''] = url.split('?')
  return openPages.has(path) || path.startsWith('/assets/') || web.rootFiles.includes(path.slice(1))
}

async function isAdmin(services: SiteServices, request: FastifyRequest): Promise<boolean> {
  const session = readCookie(request, services.config, 'session')
  if (session === undefined) return false
  const { viewer } = await signedInBy(services, session)
  return viewer?.admin === true
}

function isForBrowser({ method, headers, routeOptions }: FastifyRequest): boolean {
  return method === 'GET' && !routeOptions.config.call && /text\/html/.test(headers.accept ?? '')
}

const styles =
  ':root{color-scheme:light dark}body{display:grid;min-height:90vh;place-content:center;margin:1.5rem;font:1.125rem/1.6 system-ui,sans-serif;text-align:center}h1{margin:0;font-size:1.75rem;line-height:1.3;overflow-wrap:anywhere}p{margin:1rem 0 0;max-width:40ch}'
const policy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(styles).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/** A document without scripts and files. */
function sendPage({ language }: FastifyRequest, reply: FastifyReply, name: string): FastifyReply {
  const page = html`<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${name}</title><style>${trustedHtml(styles)}</style></head><body><main><h1>${name}</h1><p>${m.opening_soon()}</p></main></body></html>`
  return reply
    .status(503)
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-language': language,
      'content-security-policy': policy,
      'cache-control': 'no-store',
      'retry-after': String(retryAfterSeconds),
    })
    .send(page.text)
}
