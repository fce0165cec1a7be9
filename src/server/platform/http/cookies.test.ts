import { expect, test } from 'vitest'
import { cookieName, readCookie, serializeCookie } from './cookies.ts'

test('a cookie has path "/" and the lifetime of the session, and scripts cannot read it', () => {
  expect(serializeCookie('lectern-session', 'abc', { secure: false })).toBe(
    'lectern-session=abc; Path=/; HttpOnly; SameSite=Lax',
  )
})

test('on https a cookie is Secure and belongs to this host alone', () => {
  expect(cookieName({ https: true }, 'session')).toBe('__Host-lectern-session')
  expect(serializeCookie('__Host-lectern-session', 'abc', { secure: true })).toBe(
    '__Host-lectern-session=abc; Path=/; HttpOnly; SameSite=Lax; Secure',
  )
})

test('a cookie that outlives the browser says for how long', () => {
  expect(serializeCookie('a', 'b', { secure: false, maxAgeSeconds: 60 })).toMatch(/; Max-Age=60$/)
})

test.each(['a;b', 'a=b', 'a b', 'a\tb', 'a\nb', 'a\rb', 'a\u00a0b', ''])(
  'a name with ; = or whitespace is rejected: %j',
  (name) => {
    expect(() => serializeCookie(name, 'value', { secure: false })).toThrow(/name must not/)
  },
)

test.each(['a;b', 'a\nb', 'a\rb', 'a\r\nSet-Cookie: b=c'])(
  'a value with ; or line breaks is rejected: %j',
  (value) => {
    expect(() => serializeCookie('name', value, { secure: false })).toThrow(/value must not/)
  },
)

test.each([
  ['lectern-session=abc', 'abc'],
  ['other=1; lectern-session=abc; more=2', 'abc'],
  ['lectern-session=a=b', 'a=b'],
  ['other=1;lectern-session=abc', 'abc'],
  [' \tlectern-session=abc \t; more=2', 'abc'],
  ['other=lectern-session=no; lectern-session=abc', 'abc'],
  ['lectern-session=first; lectern-session=second', 'first'],
  ['xlectern-session=abc', undefined],
  ['lectern-session-2=abc', undefined],
  ['', undefined],
  [undefined, undefined],
])('of "%s" the session cookie is %s', (cookie, value) => {
  const headers = cookie === undefined ? {} : { cookie }
  expect(readCookie({ headers }, { https: false }, 'session')).toBe(value)
})

test('on https a cookie without the prefix, which another host may have planted, is not read', () => {
  const request = { headers: { cookie: 'lectern-session=planted' } }
  expect(readCookie(request, { https: true }, 'session')).toBeUndefined()
})
