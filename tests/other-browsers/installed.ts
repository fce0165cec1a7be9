import { existsSync } from 'node:fs'

/** Where Debian has its programs; the variables name others. */
export const firefox = first(process.env.FIREFOX_EXECUTABLE_PATH, '/usr/bin/firefox-esr', '/usr/bin/firefox')
export const webkitDriver = first(process.env.WEBKIT_DRIVER_PATH, '/usr/bin/WebKitWebDriver')
export const xvfb = first(process.env.XVFB_PATH, '/usr/bin/Xvfb')

/** The program that a story in Firefox lacks on this machine. */
export const missingForFirefox = firefox
  ? undefined
  : 'no Firefox found (apt-get install firefox-esr ffmpeg; FIREFOX_EXECUTABLE_PATH names one)'

/** The program that a story in WebKit lacks on this machine. */
export const missingForWebkit =
  webkitDriver && xvfb
    ? undefined
    : 'no WebKitWebDriver or no Xvfb found (apt-get install webkit2gtk-driver xvfb gstreamer1.0-libav gstreamer1.0-plugins-good gstreamer1.0-plugins-bad)'

function first(...paths: readonly (string | undefined)[]): string | undefined {
  return paths.find((path) => path && existsSync(path))
}
