import type { Config } from '#server/platform/config/config.ts'

/** Cache-Control of what is one visitor's: neither their browser nor anything on the way may keep it. */
export const keptByNobody = 'private, no-store'

/**
 * Headers of every reply, whatever its status: a browser may do nothing with a reply of a call but read it. Pages
 * replace the Content-Security-Policy by their own. Written out here, as constants: the same through a middleware
 * costs a third of all replies a second (decisions/020-sessions-and-csrf.md).
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
    // links in mails carry codes: no other site may learn the address of a page
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    // other sites below this name may still be reached by http only
    ...(https && {
      'strict-transport-security': `max-age=31536000${hstsSubdomains ? '; includeSubDomains' : ''}`,
    }),
  }
}
