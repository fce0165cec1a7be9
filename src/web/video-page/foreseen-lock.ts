import type { UserSession } from '#contract/accounts/accounts.ts'
import type { Video } from '#contract/library/library.ts'
import type { SiteConfig } from '#contract/site/site.ts'
import type { Locked } from './playback.ts'

/**
 * What the server is going to refuse, as far as the page knows already: then it need not ask, and no request of an
 * honest visitor fails. A service that is closing may have freed everything, so there only the server knows.
 */
export function foreseenLock(
  video: Pick<Video, 'free'> | undefined,
  session: UserSession | undefined,
  serviceMode: SiteConfig['serviceMode'],
): Locked | undefined {
  if (!video || video.free || !session || serviceMode === 'sunset') return undefined
  if (!session.authenticated) return 'login-required'
  if (session.mayWatch) return undefined
  return session.user.confirmed ? 'subscription-required' : 'confirmation-required'
}
