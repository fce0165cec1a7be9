/** Names of a browser and its operating system. */
export type BrowserName = { readonly browser: string; readonly system: string | undefined }

/**
 * Returns the names of browser and system from a `User-Agent`; undefined for an unknown one. For display only: users
 * recognise their own sign-ins by it, and a browser can send anything.
 */
export function browserNameOf(userAgent: string | null): BrowserName | undefined {
  // mutant `userAgent ?? '' → userAgent`: a pattern finds no name in `null` either
  // mutant `'' → 'mutant'`: nor in this word
  const sent = userAgent ?? ''
  const browser = nameIn(browsers, sent)
  return browser === undefined ? undefined : { browser, system: nameIn(systems, sent) }
}

type Names = readonly (readonly [sign: RegExp, name: string])[]

// browsers also send the names of their ancestors, so the most specific name is tried first
const browsers: Names = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|OPiOS)\/|\bOpera\b/, 'Opera'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bDuckDuckGo\//, 'DuckDuckGo'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|Chromium|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/[\d.]+.*\bSafari\//, 'Safari'],
  [/\bAppleWebKit\//, 'WebKit'],
]

const systems: Names = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

function nameIn(names: Names, userAgent: string): string | undefined {
  return names.find(([sign]) => sign.test(userAgent))?.[1]
}
