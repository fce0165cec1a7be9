/** A file that goes with a mail. */
export type MailAttachment = {
  readonly fileName: string
  readonly contentType: string
  readonly bytes: Buffer
}

/** One mail, ready to be handed over. `id` becomes its Message-ID, so a mail that is sent twice can be recognised. */
export type OutgoingMail = {
  readonly id: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly attachments?: readonly MailAttachment[]
  /** Where its reader unsubscribes by one click (RFC 8058); only newsletters have it. */
  readonly unsubscribeUrl?: string
}

/**
 * What became of a mail. `refused`: the other side does not want this one, for good or for now; `silent`: the mail server can
 * be used, and gave no answer to this one; `unreachable`: it cannot be used, so the next mail will fare no better.
 */
export type Delivery =
  | { readonly outcome: 'delivered' }
  | { readonly outcome: 'refused'; readonly forGood: boolean; readonly reason: string }
  | { readonly outcome: 'silent' | 'unreachable'; readonly reason: string }

/** Delivers mails to the outside world. Never throws for what the other side does. */
export type MailTransport = {
  deliver(mail: OutgoingMail): Promise<Delivery>
  /** Why no mail would be accepted now, or only without TLS; undefined where all is well. A transport that cannot fail has no such check. */
  check?(): Promise<MailServerFault | undefined>
}

/**
 * `code` tells nothing about the server; the message does. `insecure`: mails are accepted, but they and the password for the
 * mail server cross the network without TLS.
 */
export type MailServerFault = {
  readonly code: string
  readonly message: string
  readonly insecure?: true
}

/** The demo's transport: nothing leaves the machine. The outbox keeps the mail and `/demo` shows it. */
export const demoMail: MailTransport = {
  deliver: async () => ({ outcome: 'delivered' }),
}
