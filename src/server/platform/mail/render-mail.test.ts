import { describe, expect, test } from 'vitest'
import { alreadyRegisteredMail, confirmContactMail } from '#server/platform/mail/templates/contacts.ts'
import { renderMail } from './render-mail.ts'

const sender = { productName: 'Films & <Friends>', baseUrl: new URL('https://films.example.org') }

const greetingTo = (name: string) =>
  confirmContactMail({ name, email: 'ada@example.org', code: 'a-code' }, sender, 'en').greeting

describe('a greeting', () => {
  test.each(['Ada Lovelace', 'Łukasz Żółć', "Conan O'Brien", '李小龍', 'Dr Grace B Hopper'])(
    'names %s',
    (name) => {
      expect(greetingTo(name)).toBe(`Hello ${name},`)
    },
  )

  test.each([
    'https://evil.example/win',
    'evil.example',
    'Visit www evil',
    'a@evil.example',
    'evil.example/x',
    '<b>Ada</b>',
    '[click](evil)',
    'x'.repeat(61),
    '',
  ])('omits what a mail program could turn into a link: %s', (name) => {
    expect(greetingTo(name)).toBe('Hello,')
  })

  test('is one line, whatever the name contains', () => {
    expect(greetingTo('Ada\r\nBcc: b\u2028c')).not.toMatch(/[\r\n\u2028]/)
  })
})

describe('a confirmation mail', () => {
  const content = confirmContactMail(
    { name: 'Ada & <Co', email: 'ada+films@example.org', code: 'a_code-1' },
    sender,
    'en',
  )
  const { subject, text, html } = renderMail(content, sender)

  test("links to the page with the button, at this site's address", () => {
    const link = 'https://films.example.org/confirm-contact?contact=ada%2Bfilms%40example.org&code=a_code-1'
    expect(text).toContain(link)
    expect(html).toContain(`href="${link.replace('&', '&amp;')}"`)
  })

  test('names the sender, in text and HTML', () => {
    expect(subject).toBe('Please confirm your email for Films & <Friends>')
    expect(text).toContain('This message was sent by Films & <Friends>, https://films.example.org')
    expect(html).toContain('Films &amp; &lt;Friends&gt;')
    expect(html).not.toContain('<Friends>')
  })

  test('has no address but its own ones in it', () => {
    const addresses = html.match(/https?:\/\/[^\s"<&]+/g) ?? []
    expect(addresses.length).toBeGreaterThan(1)
    for (const address of addresses) expect(address).toMatch(/^https:\/\/films\.example\.org/)
  })

  test('loads nothing and runs nothing', () => {
    expect(html).not.toMatch(/<(?:script|img|link|iframe|object)|url\(|@import/i)
  })
})

describe("URLs in a mail's text", () => {
  const said = (text: string) => {
    const content = confirmContactMail({ name: 'Ada', email: 'ada@example.org', code: 'x' }, sender, 'en')
    return renderMail({ ...content, note: text }, sender).html
  }

  test('are links if they are of this site, without the full stop after them', () => {
    const withdraw = 'https://films.example.org/withdraw-contract'
    const terms = 'https://films.example.org/terms-and-conditions?a=1&b=2#refund'
    expect(said(`Here: ${withdraw}. Our terms: ${terms}.`)).toContain(
      `Here: <a href="${withdraw}" style="color:inherit">${withdraw}</a>. Our terms: ` +
        `<a href="${terms.replace('&', '&amp;')}" style="color:inherit">${terms.replace('&', '&amp;')}</a>.`,
    )
  })

  test.each([
    'https://evil.example/x',
    'https://films.example.org.evil.example/x',
    'https://films.example.org@evil.example/x',
    'javascript:alert(1)',
  ])('stay text if they are of another: %s', (address) => {
    expect(said(`See ${address} now`)).toContain(`See ${address} now`)
  })

  test('cannot break out of the link', () => {
    expect(said('https://films.example.org/"onclick="x')).not.toContain('"onclick')
    expect(said('https://films.example.org/<b>')).not.toContain('<b>')
  })
})

describe('a mail in German', () => {
  test('is German throughout, and declares it', () => {
    const { subject, text, html } = renderMail(
      confirmContactMail({ name: 'Ada', email: 'ada@example.org', code: 'x' }, sender, 'de'),
      sender,
    )
    expect(subject).toBe('Bitte bestätigen Sie Ihre E-Mail-Adresse für Films & <Friends>')
    expect(text).toMatch(/^Hallo Ada,\n/)
    expect(text).toContain('Diese Nachricht kommt von')
    expect(html).toContain('<html lang="de">')
  })
})

describe('a mail about an account that exists', () => {
  test('contains nothing of the input, and links to the login', () => {
    const { text } = renderMail(alreadyRegisteredMail({ email: 'ada@example.org' }, sender, 'en'), sender)
    expect(text).toContain('There already is an account with this address')
    expect(text).toContain('https://films.example.org/login')
    expect(text).toMatch(/^Hello,\n/)
  })
})

describe('a mail with facts', () => {
  const content = {
    ...confirmContactMail({ name: 'Ada', email: 'ada@example.org', code: 'x' }, sender, 'en'),
    rows: [
      { label: '1 × <Mug>', value: '€11.90' },
      { label: 'Total & VAT', value: '€11.90', strong: true },
    ],
  }
  const { text, html } = renderMail(content, sender)

  test('has a line for each in its text, in their order', () => {
    expect(text).toContain('\n\n1 × <Mug>: €11.90\nTotal & VAT: €11.90\n\n')
  })

  test('has a table of them in HTML, with row headings, and keeps them as text', () => {
    expect(html.match(/<th scope="row"/g)).toHaveLength(2)
    expect(html).toMatch(/1 × &lt;Mug&gt;<\/th><td[^>]*>€11\.90<\/td>/)
    expect(html).toMatch(/font-weight:600">Total &amp; VAT<\/th><td[^>]*font-weight:600">€11\.90/)
    expect(html).not.toContain('<Mug>')
  })
})
