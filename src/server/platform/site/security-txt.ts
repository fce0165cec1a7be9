import type { FastifyInstance } from 'fastify'
import type { Services } from '#server/platform/services/services.ts'

const dayMs = 86_400_000
/** Well below the year that the standard recommends at most: whoever keeps a copy asks again. */
const goodForDays = 180

/**
 * Where a weakness of this site is reported (RFC 9116), only where the operator has said so. It expires in half a year from
 * the day on which it is read.
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
