import type { Config } from './config.ts'

/** Returns a text that differs for each mail server, sender and demand for TLS. It holds the server's password. */
export function mailServerOf({
  smtpUrl,
  smtpRequiresTls,
  mailFrom,
}: Pick<Config, 'smtpUrl' | 'smtpRequiresTls' | 'mailFrom'>): string {
  return `${smtpUrl} ${smtpRequiresTls} ${mailFrom}`
}
