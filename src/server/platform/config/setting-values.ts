import { isIP } from 'node:net'
import { isDay } from '#domain/dates.ts'
import { cleanIban, isIban } from '#domain/iban.ts'
import { checkVatId, cleanVatId, euCountries, isCountryCode } from '#domain/tax/vat-id.ts'

/** A parsed setting: its value, or the end of the sentence "NAME …" with the fault. */
export type Parsed<Value> = { readonly value: Value } | { readonly wrong: string }
export type Parse<Value> = (text: string) => Parsed<Value>

/** One line of text. */
export const line: Parse<string> = (given) =>
  given.length <= 200 && /^\P{Cc}*$/u.test(given)
    ? { value: given }
    : { wrong: 'has to be one line of at most 200 characters' }

/** Lines of text, separated by line breaks or `\n`, for environments that cannot hold line breaks. */
export const lines: Parse<string> = (given) => ({ value: given.replaceAll('\\n', '\n') })

/** A time zone of this machine's database, such as `Europe/Vienna`; no offsets, because of daylight saving time. */
export const timeZone: Parse<string> = (given) => {
  const wrong = { wrong: 'has to be the name of a time zone, such as Europe/Berlin' }
  if (given !== 'UTC' && !given.includes('/')) return wrong
  try {
    new Intl.DateTimeFormat('en', { timeZone: given })
    return { value: given }
  } catch {
    return wrong
  }
}

export function wholeNumber(smallest: number, largest: number): Parse<number> {
  return (given) => {
    const value = Number(given)
    return /^\d+$/.test(given) && value >= smallest && value <= largest
      ? { value }
      : { wrong: `has to be a whole number from ${smallest} to ${largest}` }
  }
}

const unitBytes = { MB: 1e6, GB: 1e9, TB: 1e12 }

/** A size in bytes, as a whole number with its unit. */
export const byteSize: Parse<number> = (given) => {
  const [, number = '', unit = ''] = /^(\d{1,4}) ?([MGT]B)$/.exec(given) ?? []
  const value = Number(number) * (unitBytes[unit as keyof typeof unitBytes] ?? 0)
  return value > 0 ? { value } : { wrong: 'has to be a size such as 500 MB or 20 GB' }
}

export const factor: Parse<number> = (given) => {
  const value = Number(given)
  return /^\d+(\.\d+)?$/.test(given) && value > 0 && value <= 1_000_000
    ? { value }
    : { wrong: 'has to be a number above 0' }
}

export function oneOf<const Choice extends string>(...choices: readonly Choice[]): Parse<Choice> {
  return (given) => {
    const value = choices.find((choice) => choice === given)
    if (value !== undefined) return { value }
    return {
      wrong: choices.length === 1 ? `has to be "${choices[0]}"` : `has to be one of ${choices.join(', ')}`,
    }
  }
}

/** An hour of the day, 0 to 23, or `off`. */
export const hourOrOff = oneOf('off', ...Array.from({ length: 24 }, (_, hour) => String(hour)))

/** A URL with one of the given schemes (`https:`). */
export function address(...schemes: readonly string[]): Parse<URL> {
  const wrong = `has to be an address that begins with ${schemes.map((scheme) => `${scheme}//`).join(' or ')}`
  return (given) => {
    const value = URL.parse(given)
    return value && schemes.includes(value.protocol) && hasHost(value) ? { value } : { wrong }
  }
}

/** A PostgreSQL URL may name a socket folder in place of a host. */
function hasHost({ hostname, searchParams }: URL): boolean {
  return hostname !== '' || searchParams.has('host')
}

/** The site's public address: scheme, host and port, without a path. */
export const siteAddress: Parse<URL> = (given) => {
  const parsed = address('http:', 'https:')(given)
  if ('wrong' in parsed) return parsed
  const { value } = parsed
  if (value.pathname !== '/' || value.search || value.hash || value.username)
    return { wrong: 'has to be scheme and host only, such as https://videos.example.org' }
  if (value.protocol === 'http:' && !isLoopbackName(value.hostname))
    return { wrong: 'has to begin with https:// (http:// is for localhost only)' }
  return parsed
}

/** The address of a server that may be in the operator's own network; a path is kept, a trailing slash is removed. */
export const serviceAddress: Parse<string> = (given) => {
  const parsed = address('http:', 'https:')(given)
  if ('wrong' in parsed) return parsed
  const { value } = parsed
  if (value.search || value.hash || value.username || value.password)
    return { wrong: 'has to be an address without user, query and fragment' }
  return { value: value.href.replace(/\/+$/, '') }
}

/** The address of an external server: https, or http on this machine. */
export const otherServer: Parse<string> = (given) => {
  const parsed = serviceAddress(given)
  if ('wrong' in parsed) return parsed
  const { protocol, hostname } = new URL(parsed.value)
  if (protocol === 'http:' && !isLoopbackName(hostname))
    return { wrong: 'has to begin with https:// (http:// is for localhost only)' }
  return parsed
}

/** A key that is sent in a header. */
export const bearerKey: Parse<string> = (given) =>
  /^[\x21-\x7e]{1,500}$/.test(given) ? { value: given } : { wrong: 'has to be one word of ASCII characters' }

/** The address of an external server without a path: https, or http on this machine. */
export const hostOnly: Parse<string> = (given) => {
  const parsed = otherServer(given)
  if ('wrong' in parsed || new URL(parsed.value).pathname === '/') return parsed
  return { wrong: 'has to be an address without a path' }
}

/** Returns whether a host name (as in `URL.hostname`) is this machine's loopback. */
export function isLoopbackName(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]' || hostname === '::1'
}

/** One mail address, with or without a display name: `Lectern <mail@example.org>`. */
export const mailbox: Parse<string> = (given) =>
  /^(?:[^<>\r\n]+ <[^\s<>@,]+@[^\s<>@,]+>|[^\s<>@,]+@[^\s<>@,]+)$/.test(given)
    ? { value: given }
    : { wrong: 'has to be a mail address such as "Videos <videos@example.org>"' }

/** A contact address: `mailto:` or a web page. */
export const contactAddress: Parse<string> = (given) => {
  if (/^mailto:[^\s<>@,?]+@[^\s<>@,?]+$/.test(given)) return { value: given }
  const page = /^https:/i.test(given) ? address('https:')(given) : { wrong: '' }
  return 'wrong' in page
    ? { wrong: 'has to be mailto: and a mail address, or the https:// address of a page' }
    : { value: page.value.href }
}

/** A local folder. */
export const folder: Parse<string> = (given) =>
  /^[a-z][a-z0-9+.-]+:\/\//i.test(given) ? { wrong: 'has to be a folder' } : { value: given }

/** A folder as given, or `s3://bucket/prefix`: the names that every provider takes, without characters to be encoded. */
export const folderOrBucket: Parse<string | Bucket> = (given) => {
  if (!/^s3:/i.test(given)) return folder(given)
  const [, bucket, prefix = ''] =
    /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/((?:[\w-][\w.-]*\/?)*))?$/.exec(given) ?? []
  return bucket === undefined || prefix.length > 200
    ? { wrong: 'has to be a folder, or s3://bucket/prefix in letters, digits, dots, dashes and underscores' }
    : { value: { bucket, prefix: prefix.replace(/\/?$/, prefix && '/') } }
}

/** `prefix` is empty or ends with a slash. */
export type Bucket = { readonly bucket: string; readonly prefix: string }

/** A secret that is long enough to be unguessable and contains no word from examples. */
export const secret: Parse<string> = (given) => {
  if (given.length < 32)
    return { wrong: 'has to have at least 32 characters (openssl rand -base64 32 makes one)' }
  return new Set(given).size < 10 ||
    /change.?me|example|default.?secret|your.?secret|^(.{1,12})\1+$/i.test(given)
    ? { wrong: 'is guessable (openssl rand -base64 32 makes a good one)' }
    : { value: given }
}

/** A Stripe key of one of the kinds (`sk`), in test or live mode. */
export function stripeKey(...kinds: readonly string[]): Parse<string> {
  return afterPrefix(
    kinds.flatMap((kind) => [`${kind}_test_`, `${kind}_live_`]),
    /^\w{8,}$/,
  )
}

/** Stripe's webhook signing secret. */
export const webhookSecret: Parse<string> = afterPrefix(['whsec_'], /^[\w+/=-]{16,}$/)

/** One of the prefixes followed by a match of `rest`; each part has its own error message. */
function afterPrefix(prefixes: readonly string[], rest: RegExp): Parse<string> {
  const begins = `has to begin with ${prefixes.length > 1 ? 'one of ' : ''}${prefixes.join(', ')}`
  return (given) => {
    const prefix = prefixes.find((one) => given.startsWith(one))
    if (prefix === undefined) return { wrong: begins }
    return rest.test(given.slice(prefix.length))
      ? { value: given }
      : {
          wrong: `is not complete, or has characters that Stripe does not use, after ${prefix}: copy it again`,
        }
  }
}

/** Trusted proxies: none, their number in a row, or their addresses. */
export const proxies: Parse<boolean | number | string> = (given) => {
  if (given === '0') return { value: false }
  if (/^[1-9]$/.test(given)) return { value: Number(given) }
  return given.split(',').every((one) => isNetwork(one.trim()))
    ? { value: given }
    : { wrong: 'has to be 0, the number of proxies in a row, or their addresses separated by commas' }
}

/** An IP address or a network such as `10.0.0.0/8`. */
function isNetwork(text: string): boolean {
  const [, address = '', bits = '0'] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? []
  return isIP(address) !== 0 && Number(bits) <= (isIP(address) === 4 ? 32 : 128)
}

export const yesOrNo: Parse<boolean> = (given) =>
  given === '1' ? { value: true } : given === '0' ? { value: false } : { wrong: 'has to be 0 or 1' }

/** An ISO 3166-1 alpha-2 country code. */
export const country: Parse<string> = (given) =>
  isCountryCode(given)
    ? { value: given }
    : { wrong: 'has to be the two capital letters of a country, such as DE' }

/** A calendar day. */
export const day: Parse<string> = (given) =>
  isDay(given) ? { value: given } : { wrong: 'has to be a day such as 2027-01-01' }

/** A VAT id: of the EU in its canonical form, of other countries in any form. */
export const vatId: Parse<string> = (given) => {
  const value = cleanVatId(given)
  const state = euCountries.find(({ vatPrefix }) => value.startsWith(vatPrefix))
  if (!state) return { value: given.replace(/\s/g, '').toUpperCase() }
  return checkVatId(state.code, value)
    ? { wrong: `has to be a VAT id as ${state.code} gives them` }
    : { value }
}

/** An IBAN, with or without spaces. */
export const iban: Parse<string> = (given) => {
  const value = cleanIban(given)
  return isIban(value) ? { value } : { wrong: 'has to be an IBAN, such as DE89 3704 0044 0532 0130 00' }
}

/** A bank's BIC (ISO 9362). */
export const bic: Parse<string> = (given) =>
  /^[A-Z]{6}[A-Z\d]{2}([A-Z\d]{3})?$/.test(given)
    ? { value: given }
    : { wrong: 'has to be a BIC, such as COBADEFFXXX' }
