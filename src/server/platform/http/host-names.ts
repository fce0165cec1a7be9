import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { ProblemCode } from '#contract/problems.ts'
import type { Config } from '#server/platform/config/config.ts'
import { isLoopbackName } from '#server/platform/config/setting-values.ts'
import { Problem } from '#server/platform/runtime/problem.ts'

/**
 * Refuses requests for another host (421): a foreign `Host` would poison caches and links, and DNS rebinding would let
 * another site's page read a local server. Health probes may use any name.
 */
export function registerHostCheck(app: FastifyInstance, config: Config): void {
  const isOurs = siteHosts(config)
  app.addHook('onRequest', (request, reply, next) => {
    const code = refusalOf(request.raw, isOurs)
    if (code) reply.send(new Problem(code))
    else next()
  })
}

/** Returns why a request's host is refused. */
function refusalOf(
  { url, headers: { host }, rawHeaders }: IncomingMessage,
  isOurs: (host: string) => boolean,
): ProblemCode | undefined {
  if (host === undefined || headersNamed('host', rawHeaders) > 1) return 'malformed'
  // an absolute URL in the request line would override Host
  if (!url?.startsWith('/')) return 'wrong-host'
  return isOurs(host) || url.startsWith('/api/health/') ? undefined : 'wrong-host'
}

/** Counts a header; Node keeps only the first of duplicates. In `rawHeaders` names and values alternate. */
function headersNamed(name: string, rawHeaders: readonly string[]): number {
  let count = 0
  for (let index = 0; index < rawHeaders.length; index += 2)
    if (rawHeaders[index]?.length === name.length && rawHeaders[index]?.toLowerCase() === name) count += 1
  return count
}

/**
 * Returns a test for this site's hosts, as written in `Host`: that of BASE_URL; in the demo any loopback name and port.
 */
function siteHosts({ baseUrl, demo }: Pick<Config, 'baseUrl' | 'demo'>): (host: string) => boolean {
  const own = baseUrl.host
  return (host) =>
    host === own ||
    host.toLowerCase() === own ||
    (demo && /^[a-z0-9.:[\]]+$/i.test(host) && isLoopbackName(URL.parse(`http://${host}`)?.hostname ?? ''))
}
