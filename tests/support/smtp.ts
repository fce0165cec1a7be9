import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

type ReceivedMail = {
  readonly recipients: readonly string[]
  /** Header lines, unfolded. */
  readonly headers: readonly string[]
  readonly raw: string
  /** Whether it was received over TLS. */
  readonly secure: boolean
  header(name: string): string | undefined
}

type Refusal = { readonly code: number; readonly message: string }
type Treatment = (recipient: string) => Refusal | 'silence' | undefined

export type SmtpServerForTests = {
  readonly url: string
  readonly port: number
  readonly received: ReceivedMail[]
  /** The refusal that recipients get from now on; undefined accepts them. */
  refuse(answer: Refusal | undefined): void
  /** What each recipient gets from now on: no answer at all, a refusal, or undefined, which accepts it. */
  treat(by: Treatment): void
  /** Each recipient that was named to it, taken or not, in order. */
  readonly asked: string[]
  close(): Promise<void>
}

/** A real SMTP server of this process, on loopback. Its certificate for STARTTLS is self-signed. */
export async function startSmtpServer({
  port = 0,
  host = '127.0.0.1',
  starttls = false,
} = {}): Promise<SmtpServerForTests> {
  const received: ReceivedMail[] = []
  const asked: string[] = []
  let treatment: Treatment = () => undefined
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: starttls ? ['AUTH'] : ['STARTTLS', 'AUTH'],
    logger: false,
    // milliseconds in which connections may end by themselves when it is closed
    closeTimeout: 100,
    onRcptTo: ({ address }, _session, done) => {
      asked.push(address)
      const answer = treatment(address)
      if (answer === 'silence') return
      done(answer && Object.assign(new Error(answer.message), { responseCode: answer.code }))
    },
    onData: (stream, session, done) => {
      text(stream).then((raw) => {
        received.push(
          mailOf(
            raw,
            session.envelope.rcptTo.map(({ address }) => address),
            session.secure,
          ),
        )
        done()
        // a sender that died in the midst of a mail has sent none
      }, done)
    },
  })
  server.on('error', () => {})
  await new Promise<void>((listening) => server.listen(port, host, listening))
  const bound = (server.server.address() as AddressInfo).port
  return {
    url: `smtp://${host}:${bound}`,
    port: bound,
    received,
    asked,
    refuse: (answer) => {
      treatment = () => answer
    },
    treat: (by) => {
      treatment = by
    },
    close: () => new Promise((closed) => server.close(() => closed())),
  }
}

function mailOf(raw: string, recipients: readonly string[], secure: boolean): ReceivedMail {
  const head = raw.slice(0, raw.indexOf('\r\n\r\n')).replace(/\r\n[ \t]+/g, ' ')
  const headers = head.split('\r\n')
  return {
    recipients,
    headers,
    raw,
    secure,
    header: (name) =>
      headers
        .find((line) => line.toLowerCase().startsWith(`${name.toLowerCase()}:`))
        ?.slice(name.length + 1)
        .trim(),
  }
}
