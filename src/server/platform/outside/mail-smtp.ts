import { setTimeout as wait } from 'node:timers/promises'
import type { NodemailerError } from 'nodemailer'
import { isLoopbackName } from '#server/platform/config/setting-values.ts'
import type { Delivery, MailServerFault, MailTransport } from './mail.ts'

/** Milliseconds for a whole delivery: a server may send a few bytes now and then, forever. */
const attemptTimeoutMs = 100_000

/** Milliseconds for the check of the mail server. */
const checkTimeoutMs = 30_000

/** Timeouts of the mail server in milliseconds; a slow one delays mails only, never a visitor. */
const defaultTimeouts = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 30_000,
  dnsTimeout: 10_000,
}

/**
 * Sends mails by the operator's mail server.
 * @param smtpUrl `smtp://` (STARTTLS where offered) or `smtps://`, with user and password where needed
 * @param from sender, with or without a name
 * @param host the site's host name: the right half of each Message-ID
 * @param requireTls true: mails wait until the server offers TLS; false: they are sent without it
 */
export function smtpMail(
  smtpUrl: string,
  from: string,
  host: string,
  requireTls: boolean,
  timeouts = defaultTimeouts,
): MailTransport {
  const url = requireTls ? withTls(smtpUrl) : smtpUrl
  let opened: ReturnType<typeof openTransport> | undefined
  const transport = () => {
    opened ??= openTransport(url, timeouts)
    return opened
  }
  return {
    async check() {
      const { hostname, searchParams } = new URL(smtpUrl)
      const fault = await faultOf(await transport())
      if (fault || requireTls || isLoopbackName(hostname)) return fault
      if (searchParams.get('ignoreTLS') === 'true')
        return { code: 'ETLS', message: 'SMTP_URL says ignoreTLS', insecure: true }
      const secure = await faultOf(await openTransport(withTls(smtpUrl), timeouts))
      return secure?.code === 'ETLS' ? { ...secure, insecure: true } : undefined
    },
    async deliver(mail) {
      let dataBegan = false
      try {
        const sender = await (mail.onlyOnce
          ? openTransport(url, timeouts, () => {
              dataBegan = true
            })
          : transport())
        const { response } = await sender.sendMail(messageOf(mail, from, host))
        return { outcome: 'delivered', ...(mail.wantsAnswer && { answer: response.slice(0, 500) }) }
      } catch (error) {
        const delivery = deliveryOf(error)
        if (dataBegan && delivery.outcome === 'unreachable' && !hasAnswer(error))
          return { ...delivery, outcome: 'silent', handedOver: true }
        return delivery.outcome === 'unreachable' &&
          endedUnderWay(error) &&
          !(await faultInTime(await transport()))
          ? { ...delivery, outcome: 'silent' }
          : delivery
      }
    },
  }
}

function messageOf(mail: Parameters<MailTransport['deliver']>[0], from: string, host: string) {
  return {
    signal: AbortSignal.timeout(attemptTimeoutMs),
    messageId: `<${mail.id}@${host}>`,
    from,
    // an object, because a string would be parsed as a list of addresses
    to: { name: '', address: mail.to },
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    ...(mail.attachments && {
      attachments: mail.attachments.map(({ fileName: filename, contentType, bytes: content }) => ({
        filename,
        contentType,
        content,
      })),
    }),
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(mail.unsubscribeUrl !== undefined && {
        'List-Unsubscribe': `<${mail.unsubscribeUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
  }
}

/** The same address with TLS required, whatever its options. */
function withTls(smtpUrl: string): string {
  const url = new URL(smtpUrl)
  url.searchParams.set('requireTLS', 'true')
  return url.href
}

/** Returns why a mail server accepts no mails; `ETLS` where TLS is required and not offered. */
async function faultOf(
  transport: Awaited<ReturnType<typeof openTransport>>,
): Promise<MailServerFault | undefined> {
  return transport.verify().then(
    () => undefined,
    ({ code = 'unknown', message }: NodemailerError) => ({ code, message: message.slice(0, 500) }),
  )
}

/** Loaded on first use, which keeps the start short. */
async function openTransport(url: string, timeouts: typeof defaultTimeouts, onData?: () => void) {
  const { createTransport } = await import('nodemailer')
  const watched = onData && { debug: true, logger: watching(onData) }
  return createTransport({ url, ...timeouts, ...watched, disableFileAccess: true, disableUrlAccess: true })
}

/** A logger that stores nothing and reports DATA, from which on a mail may be taken without an answer. */
function watching(onData: () => void) {
  const ignore = () => {}
  const debug = (entry: unknown, line?: unknown) => {
    if ((entry as { tnx?: string } | undefined)?.tnx === 'client' && line === 'DATA') onData()
  }
  return { level: ignore, trace: ignore, debug, info: ignore, warn: ignore, error: ignore, fatal: ignore }
}

function hasAnswer(error: unknown): boolean {
  return (error as Partial<NodemailerError>).responseCode !== undefined
}

/**
 * A refused recipient or text is a fault of this mail. A refused connection, login or sender is one of the server, and
 * so is 421 ("service not available") at any point.
 */
function deliveryOf(error: unknown): Delivery {
  const { code, command, responseCode, permanent, message } = error as Partial<NodemailerError>
  const reason = (message ?? String(error)).slice(0, 500)
  const mailsFault =
    (code === 'EENVELOPE' || code === 'EMESSAGE') && command !== 'MAIL FROM' && responseCode !== 421
  if (!mailsFault) return { outcome: 'unreachable', reason }
  return { outcome: 'refused', forGood: permanent ?? true, reason }
}

/** Returns whether the connection ended without an answer once it was, or may have been, open. */
function endedUnderWay(error: unknown): boolean {
  const { code = '', timeoutType, responseCode } = error as Partial<NodemailerError>
  if (responseCode !== undefined) return false
  return timeoutType === 'SOCKET_TIMEOUT' || ['EABORT', 'ECONNECTION', 'ESOCKET'].includes(code)
}

/** As `faultOf`, with a timeout, which counts as a fault. */
async function faultInTime(transport: Awaited<ReturnType<typeof openTransport>>): Promise<unknown> {
  return Promise.race([faultOf(transport), wait(checkTimeoutMs, true, { ref: false })])
}
