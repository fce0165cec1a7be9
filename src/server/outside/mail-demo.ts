import type { MailTransport } from './mail.ts'

/** The demo's way out: nothing leaves the machine. The outbox keeps the mail and `/demo` shows it. */
export const demoMail: MailTransport = {
  deliver: async () => ({ outcome: 'delivered' }),
}
