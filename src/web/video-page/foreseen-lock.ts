import type { UserSession } from '#contract/accounts/accounts.ts'
import type { Video } from '#contract/library/library.ts'
import type { SiteConfig } from '#contract/site/site.ts'
import type { Locked } from './playback.ts'

/**
 * What the server would refuse, as far as the page already knows: then it does not ask, and no request of an honest
 * visitor fails. While the service is closing everything may be free, so only the server knows.
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
