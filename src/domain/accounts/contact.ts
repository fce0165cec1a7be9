/**
 * Whether a text is a single email address: a local part of plain ASCII words, and a host with a dot. Quoted local parts,
 * comments, lists (`a@x.de,b@y.de`), control characters and the old routing characters `%` and `!` are refused: each has
 * been used to redirect a mail. A host may contain other scripts ("müller.de") in any spelling with an ASCII form.
 * product.md section 5: "email must look like x@y.z".
 */
export function isEmail(text: string): boolean {
  if (text.length > 254) return false
  const [local, host, ...rest] = text.split('@')
  // mutant `local === undefined → false`: a text has at least one part, and the compiler does not know it
  if (local === undefined || host === undefined || rest.length > 0) return false
  const ascii = asciiHost(host)
  if (ascii === undefined || local.length + 1 + ascii.length > 254) return false
  return local.length <= 64 && localPart.test(local)
}

/**
 * Returns the form in which an address is stored, limited and sent to: the local part as typed, the host in ASCII
 * ("Ada@Müller.de" is `Ada@xn--mller-kva.de`). Text without a host is only trimmed.
 */
export function canonicalEmail(email: string): string {
  const [local, host, ...rest] = email.trim().split('@')
  const ascii = rest.length === 0 && host !== undefined ? asciiHost(host) : undefined
  return ascii === undefined ? email.trim() : `${local}@${ascii}`
}

/**
 * Returns the form for comparing addresses: all spellings of a host are equal. Before the "@" only ASCII letters are
 * lower-cased; full case folding would make different mailboxes equal (the Kelvin sign becomes "k").
 */
export function emailKey(email: string): string {
  return lowerCaseAscii(canonicalEmail(email))
}

/**
 * Returns the part shared by all addresses of one person, so that each gets one trial: no `+label`, no dots at Gmail
 * (`A.da+1@googlemail.com` is `ada@gmail.com`), NFKC normalised. Never used for sending mail.
 */
export function personKey(email: string): string {
  const parts = emailKey(email.normalize('NFKC')).split('@')
  // a text has at least one part, and the compiler does not know it
  // mutant `parts[0] ?? '' → parts[0]`: as said
  // mutant `'' → 'mutant'`: as said
  const local = parts[0] ?? ''
  const host = parts[1] ?? ''
  const name = local.replace(/\+.*$/, '') || local
  return gmailHosts.has(host) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${host}`
}

/** Days in which an unconfirmed contact can be confirmed. It does not reserve its address. */
export const pendingContactDays = 7

/** Days in which the holder of an address can object after the admin has moved the account to another one. */
export const objectionDays = 14

/** Returns until when a contact added at `createdAt` can be confirmed, and used unconfirmed for signing in. */
export function pendingUntil(createdAt: Date): Date {
  return new Date(createdAt.getTime() + pendingContactDays * 86_400_000)
}

const localPart = /^[A-Za-z0-9_+'&=~#$*/?^{}-]+(?:\.[A-Za-z0-9_+'&=~#$*/?^{}-]+)*$/
const hostLabel =
  /^[a-z0-9\p{Lu}\p{Ll}\p{Lo}\p{M}](?:[a-z0-9\p{Lu}\p{Ll}\p{Lo}\p{M}-]{0,61}[a-z0-9\p{Lu}\p{Ll}\p{Lo}\p{M}])?$/u
const gmailHosts = new Set(['gmail.com', 'googlemail.com'])

/**
 * Returns the host of an address in canonical form: lower-case ASCII, other scripts encoded by UTS 46. Undefined for an
 * invalid host: it needs a dot, no purely numeric last label, and composed letters (NFC).
 */
export function asciiHost(host: string): string | undefined {
  const labels = lowerCaseAscii(host).split('.')
  if (host.normalize('NFC') !== host || labels.length < 2) return undefined
  if (!labels.every((label) => hostLabel.test(label))) return undefined
  const ascii = toAscii(labels.join('.'))
  const isName = ascii?.split('.').every((label) => hostLabel.test(label)) && !/(?:^|\.)\d+$/.test(ascii)
  return isName ? ascii : undefined
}

/** Browsers and Node both encode the host of a URL by UTS 46. */
function toAscii(host: string): string | undefined {
  try {
    return new URL(`http://${host}`).hostname
  } catch {
    return undefined
  }
}

// available in both browsers and Node
declare const URL: new (url: string) => { readonly hostname: string }

function lowerCaseAscii(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
}
