import { existsSync } from 'node:fs'

/**
 * The Chromium that is installed here: the one that is named, or the first at the usual places. The headless shell is the
 * same engine without a browser's window, which nobody sees and which costs an eighth of a journey.
 */
export const chromium = [
  process.env.PLAYWRIGHT_CHROMIUM_EXECUTABLE_PATH,
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
].find((path) => path && existsSync(path))
