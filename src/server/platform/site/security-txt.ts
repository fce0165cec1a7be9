import type { FastifyInstance } from 'fastify'
import type { Services } from '#server/platform/services/services.ts'

const dayMs = 86_400_000
/** Well below the recommended maximum of a year: readers of cached copies ask again. */
const goodForDays = 180

/**
 * Serves security.txt (RFC 9116), the contact for reporting vulnerabilities, if the operator has set one. It expires
 * half a year after it is read.
 */
export function registerSecurityTxt(
  app: FastifyInstance,
  { config, clock }: Pick<Services, 'config' | 'clock'>,
): void {
  const { securityContact, baseUrl } = config
  if (securityContact === undefined) return
  const path = '/.well-known/security.txt'
  app.get(path, { config: { anonymous: true } }, (_request, reply) => {
    const today = Math.floor(clock.real().getTime() / dayMs)
    const lines = [
      `Contact: ${securityContact}`,
      `Expires: ${new Date((today + goodForDays) * dayMs).toISOString()}`,
      'Preferred-Languages: en, de',
      `Canonical: ${baseUrl.origin}${path}`,
    ]
    return reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=86400')
      .send(`${lines.join('\n')}\n`)
  })
}
