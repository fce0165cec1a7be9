/** Browser and system, by names that people know. */
export type BrowserName = { readonly browser: string; readonly system: string | undefined }

/**
 * The names of a browser and its system by its `User-Agent`; undefined for an unknown one. It helps users to recognise
 * their own sign-ins, and nothing else depends on it, because a browser can send anything.
 */
export function browserNameOf(userAgent: string | null): BrowserName | undefined {
  // mutant `userAgent ?? '' → userAgent`: a pattern finds no name in `null` either
  // mutant `'' → 'mutant'`: nor in this word
  const sent = userAgent ?? ''
  const browser = nameIn(browsers, sent)
  return browser === undefined ? undefined : { browser, system: nameIn(systems, sent) }
}

type Names = readonly (readonly [sign: RegExp, name: string])[]

// browsers also name the browsers they descend from: the most specific name comes first
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
