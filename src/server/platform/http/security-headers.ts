import type { Config } from '#server/platform/config/config.ts'

/** Cache-Control of private content: neither the browser nor a proxy may store it. */
export const keptByNobody = 'private, no-store'

/**
 * Headers of every reply, whatever its status: a browser may only read a call's reply. Pages replace the
 * Content-Security-Policy. Constants, because middleware for them costs a third of the throughput
 * (decisions/020-sessions-and-csrf.md).
 */
export function securityHeaders({
  https,
  hstsSubdomains,
}: Pick<Config, 'https' | 'hstsSubdomains'>): Readonly<Record<string, string>> {
  return {
    'content-security-policy':
      "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'permissions-policy':
      'camera=(), geolocation=(), microphone=(), payment=(), usb=(), display-capture=(), browsing-topics=()',
    // links in mails contain codes: no other site may learn a page's address
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    // other subdomains may still be http only
    ...(https && {
      'strict-transport-security': `max-age=31536000${hstsSubdomains ? '; includeSubDomains' : ''}`,
    }),
  }
}
