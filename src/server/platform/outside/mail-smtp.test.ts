import { createServer } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { freePort } from '#support/server-process.ts'
import { type SmtpServerForTests, startSmtpServer } from '#support/smtp.ts'
import type { OutgoingMail } from './mail.ts'
import { smtpMail } from './mail-smtp.ts'

const mail: OutgoingMail = {
  id: '11111111-1111-4111-8111-111111111111',
  to: 'ada@example.org',
  subject: 'Grüße aus dem Labor',
  text: 'Hello\n',
  html: '<p>Hello</p>',
}
const from = 'Lectern <lectern@films.example.org>'

let server: SmtpServerForTests
beforeEach(async () => {
  server = await startSmtpServer()
})
afterEach(() => server.close())

const impatient = (port: number) =>
  smtpMail(`smtp://127.0.0.1:${port}`, from, 'films.example.org', false, {
    connectionTimeout: 5_000,
    greetingTimeout: 5_000,
    socketTimeout: 500,
    dnsTimeout: 5_000,
  })
const transport = () => smtpMail(server.url, from, 'films.example.org', false)

describe('a mail handed over', () => {
  test('arrives as text and HTML, from the site, with an ID that identifies the mail', async () => {
    expect(await transport().deliver(mail)).toEqual({ outcome: 'delivered' })
    const [received] = server.received
    expect(received?.recipients).toEqual(['ada@example.org'])
    expect(received?.header('Message-ID')).toBe('<11111111-1111-4111-8111-111111111111@films.example.org>')
    expect(received?.header('From')).toBe(from)
    expect(received?.header('To')).toBe('ada@example.org')
    expect(received?.header('Auto-Submitted')).toBe('auto-generated')
    expect(received?.header('Content-Type')).toMatch(/^multipart\/alternative/)
  })

  test('of a newsletter has a one-click unsubscribe link (RFC 8058); no other mail has', async () => {
    const unsubscribeUrl = 'https://films.example.org/newsletter/unsubscribe?token=abc'
    await transport().deliver({ ...mail, unsubscribeUrl })
    await transport().deliver(mail)
    const [newsletter, other] = server.received
    expect(newsletter?.header('List-Unsubscribe')).toBe(`<${unsubscribeUrl}>`)
    expect(newsletter?.header('List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click')
    expect(other?.header('List-Unsubscribe')).toBeUndefined()
    expect(other?.header('List-Unsubscribe-Post')).toBeUndefined()
  })

  test('gets no extra header by a line break in its subject', async () => {
    await transport().deliver({ ...mail, subject: 'Hello\r\nBcc: mallory@example.org' })
    const [received] = server.received
    expect(received?.recipients).toEqual(['ada@example.org'])
    expect(received?.headers.map((line) => line.split(':')[0]).toSorted()).toEqual([
      'Auto-Submitted',
      'Content-Type',
      'Date',
      'From',
      'MIME-Version',
      'Message-ID',
      'Subject',
      'To',
    ])
  })

  test.each([
    ['a list as the recipient', { to: 'ada@example.org,mallory@example.org' }],
    ['a header as the recipient', { to: 'ada@example.org\r\nBcc: mallory@example.org' }],
    ['a name as the recipient', { to: 'Mallory <mallory@example.org>' }],
  ])('reaches no further recipient by %s', async (_, change) => {
    await transport().deliver({ ...mail, ...change })
    expect(server.received.flatMap(({ recipients }) => recipients)).not.toContain('mallory@example.org')
  })
})

describe('a mail that is not taken', () => {
  test('is refused for good when the recipient does not exist', async () => {
    server.refuse({ code: 550, message: 'no such user' })
    expect(await transport().deliver(mail)).toMatchObject({ outcome: 'refused', forGood: true })
  })

  test('is refused for now when the other side is busy with this recipient', async () => {
    server.refuse({ code: 450, message: 'greylisted, try again later' })
    const delivery = await transport().deliver(mail)
    expect(delivery).toMatchObject({ outcome: 'refused', forGood: false })
    expect(delivery).toHaveProperty('reason', expect.stringContaining('greylisted'))
  })

  test('is unreachable while the mail server shuts down', async () => {
    server.refuse({ code: 421, message: 'closing' })
    expect(await transport().deliver(mail)).toMatchObject({ outcome: 'unreachable' })
  })

  test('gets no answer where the mail server is silent about its recipient alone', async () => {
    server.treat((recipient) => (recipient === mail.to ? 'silence' : undefined))
    expect(await impatient(server.port).deliver(mail)).toMatchObject({ outcome: 'silent' })
    expect(await impatient(server.port).deliver({ ...mail, to: 'bob@example.org' })).toEqual({
      outcome: 'delivered',
    })
  })

  test('is unreachable if the mail server accepts connections, and sends nothing after its greeting', async () => {
    const stuck = createServer((socket) =>
      socket
        .on('error', () => {})
        .resume()
        .write('220 stuck\r\n'),
    )
    await new Promise<void>((listening) => stuck.listen(0, '127.0.0.1', listening))
    const address = stuck.address()
    const port = typeof address === 'object' && address ? address.port : 0
    expect(await impatient(port).deliver(mail)).toMatchObject({ outcome: 'unreachable' })
    await new Promise((closed) => stuck.close(closed))
  })

  test('is unreachable without a listening server', async () => {
    const nobody = smtpMail(`smtp://127.0.0.1:${await freePort()}`, from, 'films.example.org', false)
    expect(await nobody.deliver(mail)).toMatchObject({ outcome: 'unreachable' })
  })

  test('is unreachable if the mail server refuses the login', async () => {
    const locked = createServer((socket) => socket.end('554 no service\r\n'))
    await new Promise<void>((listening) => locked.listen(0, '127.0.0.1', listening))
    const address = locked.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const delivery = await smtpMail(`smtp://127.0.0.1:${port}`, from, 'films.example.org', false).deliver(
      mail,
    )
    expect(delivery).toMatchObject({ outcome: 'unreachable' })
    await new Promise((closed) => locked.close(closed))
  })
})

describe('TLS', () => {
  // a loopback address that does not count as one, as a mail server elsewhere does not
  const elsewhere = '127.0.0.2'
  let other: SmtpServerForTests
  const start = async (starttls: boolean, host = elsewhere) => {
    other = await startSmtpServer({ host, starttls })
  }
  afterEach(() => other.close())
  const sent = (options: { requireTls: boolean; query?: string }) =>
    smtpMail(other.url + (options.query ?? ''), from, 'films.example.org', options.requireTls)
  const unchecked = '?tls.rejectUnauthorized=false'

  test.each(['', '?requireTLS=false', '?ignoreTLS=true', '?opportunisticTLS=true'])(
    'that is required and not offered keeps mails back, whatever the URL: %j',
    async (query) => {
      await start(false)
      const way = sent({ requireTls: true, query })
      expect(await way.deliver(mail)).toMatchObject({ outcome: 'unreachable' })
      expect(other.received).toEqual([])
      const fault = await way.check?.()
      expect(fault).toMatchObject({ code: 'ETLS' })
      expect(fault).not.toHaveProperty('insecure')
    },
  )

  test.each([true, false])('is used if offered (required: %s)', async (requireTls) => {
    await start(true)
    const way = sent({ requireTls, query: unchecked })
    expect(await way.check?.()).toBeUndefined()
    expect(await way.deliver(mail)).toEqual({ outcome: 'delivered' })
    expect(other.received.map(({ secure }) => secure)).toEqual([true])
  })

  test.each([true, false])(
    'with an untrusted certificate counts as no TLS, and nothing is sent without it (required: %s)',
    async (requireTls) => {
      await start(true)
      const way = sent({ requireTls })
      expect(await way.deliver(mail)).toMatchObject({
        outcome: 'unreachable',
        reason: expect.stringContaining('certificate'),
      })
      expect(other.received).toEqual([])
      expect(await way.check?.()).toMatchObject({ message: expect.stringContaining('certificate') })
    },
  )

  test('that is neither required nor offered is reported, and mails are sent', async () => {
    await start(false)
    const way = sent({ requireTls: false })
    expect(await way.check?.()).toMatchObject({ code: 'ETLS', insecure: true })
    expect(await way.deliver(mail)).toEqual({ outcome: 'delivered' })
    expect(other.received.map(({ secure }) => secure)).toEqual([false])
  })

  test('that is offered and not used, as the URL says, is not reported', async () => {
    await start(true)
    expect(await sent({ requireTls: false, query: `${unchecked}&ignoreTLS=true` }).check?.()).toMatchObject({
      insecure: true,
    })
  })

  test('is not missed on this machine', async () => {
    await start(false, '127.0.0.1')
    expect(await sent({ requireTls: false }).check?.()).toBeUndefined()
  })

  test('cannot be missed at a server that is away', async () => {
    await start(false)
    const gone = `smtp://${elsewhere}:${await freePort()}`
    const fault = await smtpMail(gone, from, 'films.example.org', false).check?.()
    expect(fault).toMatchObject({ code: 'ESOCKET' })
    expect(fault).not.toHaveProperty('insecure')
  })
})
