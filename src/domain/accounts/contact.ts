/**
 * A single email address: a local part of plain ASCII words, a host with a dot. Quoted local parts, comments, lists
 * (`a@x.de,b@y.de`), control characters and the old routing characters `%` and `!` are refused, because each of them
 * has been used to send a mail to somebody else. A host may contain letters of other scripts ("müller.de"), in any
 * spelling that has an ASCII form. product.md section 5: "email must look like x@y.z".
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
 * The form in which an address is stored, limited and sent to: as it was typed, but its host as mail servers write it
 * ("Ada@Müller.de" is `Ada@xn--mller-kva.de`). Text without a host only loses the spaces around it.
 */
export function canonicalEmail(email: string): string {
  const [local, host, ...rest] = email.trim().split('@')
  const ascii = rest.length === 0 && host !== undefined ? asciiHost(host) : undefined
  return ascii === undefined ? email.trim() : `${local}@${ascii}`
}

/**
 * The form by which addresses are compared: every spelling of a host is one. Before the "@" only ASCII letters are
 * lower-cased: folding others would make different mailboxes equal (the Kelvin sign becomes "k").
 */
export function emailKey(email: string): string {
  return lowerCaseAscii(canonicalEmail(email))
}

/**
 * The part that one person's addresses share, so that everybody gets one trial: no `+label`, at Gmail no dots
 * (`A.da+1@googlemail.com` is `ada@gmail.com`), and compatible characters are one (NFKC). Never used for sending mail.
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

/** An unconfirmed contact does not reserve its address and can be confirmed for seven days. */
export const pendingContactDays = 7

/** Until when a contact that was added at `createdAt` can be confirmed and signed in with unconfirmed. */
export function pendingUntil(createdAt: Date): Date {
  return new Date(createdAt.getTime() + pendingContactDays * 86_400_000)
}

const localPart = /^[A-Za-z0-9_+'&=~#$*/?^{}-]+(?:\.[A-Za-z0-9_+'&=~#$*/?^{}-]+)*$/
const hostLabel =
  /^[a-z0-9\p{Lu}\p{Ll}\p{Lo}\p{M}](?:[a-z0-9\p{Lu}\p{Ll}\p{Lo}\p{M}-]{0,61}[a-z0-9\p{Lu}\p{Ll}\p{Lo}\p{M}])?$/u
const gmailHosts = new Set(['gmail.com', 'googlemail.com'])

/**
 * The part of an address after its "@" in its one form: lower case ASCII, other scripts encoded as UTS 46 says.
 * Undefined for what is none: it has a dot, no purely numeric last label, and letters in their composed form (NFC).
 */
export function asciiHost(host: string): string | undefined {
  const labels = lowerCaseAscii(host).split('.')
  if (host.normalize('NFC') !== host || labels.length < 2) return undefined
  if (!labels.every((label) => hostLabel.test(label))) return undefined
  const ascii = toAscii(labels.join('.'))
  const isName = ascii?.split('.').every((label) => hostLabel.test(label)) && !/(?:^|\.)\d+$/.test(ascii)
  return isName ? ascii : undefined
}

/** Browsers and Node agree on what a URL makes of a host, and that is UTS 46. */
function toAscii(host: string): string | undefined {
  try {
    return new URL(`http://${host}`).hostname
  } catch {
    return undefined
  }
}

// the domain knows neither DOM nor Node; this much they have in common
declare const URL: new (url: string) => { readonly hostname: string }

function lowerCaseAscii(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
}
