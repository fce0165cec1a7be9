import { expect, test } from 'vitest'
import { browserNameOf } from './browser-name.ts'

const mozilla = 'Mozilla/5.0'
const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'

test.each([
  [`${mozilla} (X11; Linux x86_64) ${webkit} Chrome/141.0.0.0 Safari/537.36`, 'Chrome', 'Linux'],
  [`${mozilla} (X11; Linux x86_64) ${webkit} HeadlessChrome/141.0.0.0 Safari/537.36`, 'Chrome', 'Linux'],
  [
    `${mozilla} (Windows NT 10.0; Win64; x64) ${webkit} Chrome/141.0 Safari/537.36 Edg/141.0`,
    'Edge',
    'Windows',
  ],
  [
    `${mozilla} (Windows NT 10.0; Win64; x64) ${webkit} Chrome/140.0 Safari/537.36 OPR/123.0`,
    'Opera',
    'Windows',
  ],
  [`${mozilla} (Macintosh; Intel Mac OS X 10.15; rv:144.0) Gecko/20100101 Firefox/144.0`, 'Firefox', 'macOS'],
  [
    `${mozilla} (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15`,
    'Safari',
    'macOS',
  ],
  [
    `${mozilla} (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1`,
    'Safari',
    'iPhone',
  ],
  [
    `${mozilla} (iPad; CPU OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/141.0 Mobile/15E148 Safari/604.1`,
    'Chrome',
    'iPad',
  ],
  [
    `${mozilla} (Linux; Android 15; SM-S931B) ${webkit} SamsungBrowser/28.0 Chrome/130.0 Mobile Safari/537.36`,
    'Samsung Internet',
    'Android',
  ],
  [`${mozilla} (X11; CrOS x86_64 14541.0.0) ${webkit} Chrome/141.0 Safari/537.36`, 'Chrome', 'ChromeOS'],
  [`${mozilla} (X11; Linux x86_64) ${webkit} Chrome/140.0 Safari/537.36 Vivaldi/7.6`, 'Vivaldi', 'Linux'],
  [
    `${mozilla} (Linux; Android 15) ${webkit} Version/4.0 Chrome/140.0 Mobile DuckDuckGo/5 Safari/537.36`,
    'DuckDuckGo',
    'Android',
  ],
  [`${mozilla} (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML)`, 'WebKit', 'macOS'],
  ['Firefox/144.0', 'Firefox', undefined],
])('%s', (userAgent, browser, system) => {
  expect(browserNameOf(userAgent)).toEqual({ browser, system })
})

test.each([null, '', 'curl/8.5.0', 'Mozilla/5.0', '<b>Chrome</b>'])('%j has no known name', (userAgent) => {
  expect(browserNameOf(userAgent)).toBeUndefined()
})
