import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { ProblemCode } from '#contract/problems.ts'
import type { Config } from '#server/platform/config/config.ts'
import { isLoopbackName } from '#server/platform/config/setting-values.ts'
import { Problem } from '#server/platform/runtime/problem.ts'

/**
 * Refuses requests that are meant for another host (421): a foreign name in `Host` would poison caches and links, and
 * lets a page of somebody else's read a server on this machine. Probes of the process know no name.
 */
export function registerHostCheck(app: FastifyInstance, config: Config): void {
  const isOurs = siteHosts(config)
  app.addHook('onRequest', (request, reply, next) => {
    const code = refusalOf(request.raw, isOurs)
    if (code) reply.send(new Problem(code))
    else next()
  })
}

/** Why a request is refused for the host that it is meant for. */
function refusalOf(
  { url, headers: { host }, rawHeaders }: IncomingMessage,
  isOurs: (host: string) => boolean,
): ProblemCode | undefined {
  if (host === undefined || headersNamed('host', rawHeaders) > 1) return 'malformed'
  // an absolute address in the request line would overrule Host
  if (!url?.startsWith('/')) return 'wrong-host'
  return isOurs(host) || url.startsWith('/api/health/') ? undefined : 'wrong-host'
}

/** How often a header was sent; Node keeps the first of several. Names and values take turns in `rawHeaders`. */
function headersNamed(name: string, rawHeaders: readonly string[]): number {
  let count = 0
  for (let index = 0; index < rawHeaders.length; index += 2)
    if (rawHeaders[index]?.length === name.length && rawHeaders[index]?.toLowerCase() === name) count += 1
  return count
}

/** Whether a host, as `Host` writes it, is this site: the one of BASE_URL; in the demo any loopback name and port. */
function siteHosts({ baseUrl, demo }: Pick<Config, 'baseUrl' | 'demo'>): (host: string) => boolean {
  const own = baseUrl.host
  return (host) =>
    host === own ||
    host.toLowerCase() === own ||
    (demo && /^[a-z0-9.:[\]]+$/i.test(host) && isLoopbackName(URL.parse(`http://${host}`)?.hostname ?? ''))
}
