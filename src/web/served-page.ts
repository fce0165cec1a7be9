import { CallProblem } from '#web/platform/site/api.ts'
import { loadSite, useSite } from '#web/platform/site/site.ts'

const longestPauseMs = 30_000

/**
 * Waits until a page can show as much as the served document. Its text is never replaced by a failure or by "Loading…":
 * search engines that obey robots.txt keep the text, and so do visitors while the server restarts. Retries after 1, 2,
 * 4 … 30 seconds. Permanent errors, such as a deleted video, are left to the page.
 */
export async function untilReadable(page: {
  readonly preload: () => Promise<unknown>
  readonly readable: () => Promise<unknown>
}): Promise<void> {
  for (let pauseMs = 1_000; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    try {
      await Promise.all([page.preload(), loadSite()])
      const { config, session, sessionProblem } = useSite.getState()
      if (!config || !session) throw sessionProblem ?? new Error('The settings of the site could not be read')
      await page.readable()
      return
    } catch (error) {
      if (error instanceof CallProblem && !passes(error)) return
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }
}

function passes({ status }: CallProblem): boolean {
  return status === 0 || status === 429 || status >= 500
}
