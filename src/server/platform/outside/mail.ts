/** A mail attachment. */
export type MailAttachment = {
  readonly fileName: string
  readonly contentType: string
  readonly bytes: Buffer
}

/** One mail to send. `id` becomes its Message-ID, which identifies duplicates. */
export type OutgoingMail = {
  readonly id: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly attachments?: readonly MailAttachment[]
  /** One-click unsubscribe address (RFC 8058); newsletters only. */
  readonly unsubscribeUrl?: string
  /** It must not be handed over twice: the outcome says whether it may have been. */
  readonly onlyOnce?: boolean
  /** The outcome has the mail server's answer. */
  readonly wantsAnswer?: boolean
}

/**
 * Result of a delivery. `refused`: this mail is rejected, permanently or for now; `silent`: the server works, but gave
 * no answer for this mail; `unreachable`: the server cannot be used, so the next mail would fail too.
 */
export type Delivery =
  | { readonly outcome: 'delivered'; readonly answer?: string }
  | { readonly outcome: 'refused'; readonly forGood: boolean; readonly reason: string }
  | {
      readonly outcome: 'silent' | 'unreachable'
      readonly reason: string
      /** The mail server may have taken it: the connection ended after DATA. Told for `onlyOnce`. */
      readonly handedOver?: boolean
    }

/** Delivers mails. Never throws for faults of the other side. */
export type MailTransport = {
  deliver(mail: OutgoingMail): Promise<Delivery>
  /**
   * Returns why no mail would be accepted, or only without TLS; undefined if all is well. Absent on a transport that
   * cannot fail.
   */
  check?(): Promise<MailServerFault | undefined>
}

/**
 * `code` reveals nothing about the server; the message does. `insecure`: mails are accepted, but they and the server's
 * password would cross the network without TLS.
 */
export type MailServerFault = {
  readonly code: string
  readonly message: string
  readonly insecure?: true
}

/** The demo's transport: no mail leaves the machine. The outbox keeps it for `/demo`. */
export const demoMail: MailTransport = {
  deliver: async () => ({ outcome: 'delivered' }),
}

/** During set-up, without a mail server: mails wait. */
export const noMail: MailTransport = {
  deliver: async () => ({ outcome: 'unreachable', reason: 'No mail server is set up yet.' }),
}
