import { existsSync } from 'node:fs'

/**
 * The installed Chromium: the configured one, or the first in the usual places. The headless shell is the same engine
 * without windows, which saves an eighth of a journey.
 */
export const chromium = [
  process.env.PLAYWRIGHT_CHROMIUM_EXECUTABLE_PATH,
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
].find((path) => path && existsSync(path))
