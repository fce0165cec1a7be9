import type { FastifyInstance } from 'fastify'
import type { Config } from '#server/config.ts'
import { isLoopbackName } from '#server/setting-values.ts'
import { Problem } from './problem.ts'

/**
 * Refuses requests that are meant for another host (421): a foreign name in `Host` would poison caches and links, and
 * lets a page of somebody else's read a server on this machine. Probes of the process know no name.
 */
export function registerHostCheck(app: FastifyInstance, config: Config): void {
  const isOurs = siteHosts(config)
  app.addHook('onRequest', async (request, reply) => {
    const { raw } = request
    const hosts = raw.rawHeaders.filter((word, index) => index % 2 === 0 && /^host$/i.test(word))
    if (hosts.length !== 1) return reply.send(new Problem('malformed'))
    // an absolute address in the request line would overrule Host
    if (!raw.url?.startsWith('/')) return reply.send(new Problem('wrong-host'))
    if (!isOurs(raw.headers.host) && !request.url.startsWith('/api/health/'))
      return reply.send(new Problem('wrong-host'))
  })
}

/** Whether a host, as `Host` writes it, is this site: the one of BASE_URL; in the demo any loopback name and port. */
function siteHosts({
  baseUrl,
  demo,
}: Pick<Config, 'baseUrl' | 'demo'>): (host: string | undefined) => boolean {
  return (host) => {
    if (host === undefined) return false
    if (host.toLowerCase() === baseUrl.host) return true
    return (
      demo && /^[a-z0-9.:[\]]+$/i.test(host) && isLoopbackName(URL.parse(`http://${host}`)?.hostname ?? '')
    )
  }
}
