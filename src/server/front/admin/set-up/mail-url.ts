import type { MailServerSettings } from '#contract/desk/set-up-calls.ts'

type Server = Omit<MailServerSettings, 'from'>

const usual: Server = { host: '', port: 465, security: 'tls', user: '' }

/** Returns the parts of SMTP_URL, with the password; the usual ones without it. */
export function readMailUrl(smtpUrl: string, requiresTls: boolean): { server: Server; password: string } {
  if (!URL.canParse(smtpUrl)) return { server: usual, password: '' }
  const { protocol, hostname, port, username, password } = new URL(smtpUrl)
  const isTls = protocol === 'smtps:'
  return {
    server: {
      host: hostname,
      port: Number(port) || (isTls ? 465 : 587),
      security: isTls ? 'tls' : requiresTls ? 'starttls' : 'none',
      user: decodeURIComponent(username),
    },
    password: decodeURIComponent(password),
  }
}

/** Returns the SMTP_URL of its parts; undefined where the host is none. */
export function mailUrl({ host, port, security, user }: Server, password: string): string | undefined {
  if (!/^[\w.-]+$|^\[[\da-f:]+\]$/i.test(host)) return undefined
  const scheme = security === 'tls' ? 'smtps' : 'smtp'
  const login = user === '' ? '' : `${encodeURIComponent(user)}:${encodeURIComponent(password)}@`
  const url = `${scheme}://${login}${host}:${port}`
  return URL.canParse(url) ? url : undefined
}
