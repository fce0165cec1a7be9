/**
 * A single email address: a local part of plain ASCII words, a host with a dot. Quoted local parts, comments, lists
 * (`a@x.de,b@y.de`), control characters and the old routing characters `%` and `!` are refused, because each of them
 * has been used to send a mail to somebody else. A host may contain letters of other scripts ("müller.de"). product.md
 * section 5: "email must look like x@y.z".
 */
export function isEmail(text: string): boolean {
  if (text.length > 254) return false
  const [local, host, ...rest] = text.split('@')
  // mutant `local === undefined → false`: a text has at least one part, and the compiler does not know it
  if (local === undefined || host === undefined || rest.length > 0) return false
  return local.length <= 64 && localPart.test(local) && isHost(host)
}

/**
 * The form by which addresses are compared. Only ASCII letters are lower-cased: folding others would make different
 * mailboxes equal (the Kelvin sign becomes "k").
 */
export function emailKey(email: string): string {
  return lowerCaseAscii(email.trim())
}

/**
 * The part that one person's addresses share, so that everybody gets one trial: no `+label`, and at Gmail no dots
 * (`A.da+1@googlemail.com` is `ada@gmail.com`). Never used for sending mail.
 */
export function personKey(email: string): string {
  const [local = '', host = ''] = emailKey(email).split('@')
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
const hostLabel = /^[a-z0-9\p{Ll}\p{Lo}\p{M}](?:[a-z0-9\p{Ll}\p{Lo}\p{M}-]{0,61}[a-z0-9\p{Ll}\p{Lo}\p{M}])?$/u
const gmailHosts = new Set(['gmail.com', 'googlemail.com'])

/** The part of an address after its "@": a name with a dot and no purely numeric last label, in canonical form. */
export function isHost(host: string): boolean {
  const labels = lowerCaseAscii(host).split('.')
  return (
    host.normalize('NFC') === host &&
    labels.length >= 2 &&
    labels.every((label) => hostLabel.test(label)) &&
    // a host has at least one label
    // mutant `labels.at(-1) ?? '' → labels.at(-1)`: so there is a last one
    // mutant `'' → 'mutant'`: so this is never taken
    !/^\d+$/.test(labels.at(-1) ?? '')
  )
}

function lowerCaseAscii(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
}
