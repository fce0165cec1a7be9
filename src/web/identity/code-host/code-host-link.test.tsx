import { screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { show } from '#support/screen.tsx'
import { Component as RegisterPage } from '#web/business/registration/register-page.tsx'
import { Component as LoginPage } from '#web/identity/sign-in/login-page.tsx'
import { CodeHostLink } from './code-host-link.tsx'

const link = () => screen.queryByRole('link', { name: 'Log in with GitHub' })
const configured = { config: { githubLogin: true } }

describe('the link to the code host', () => {
  test('is shown only if one is configured', () => {
    show(<CodeHostLink className="link" />)
    expect(link()).toBeNull()
  })

  test.each([
    [{}, '/auth/github/login'],
    [{ email: 'ada@example.org' }, '/auth/github/login?email=ada%40example.org'],
    [{ email: '', next: '/content/video/x?t=9' }, '/auth/github/login?next=%2Fcontent%2Fvideo%2Fx%3Ft%3D9'],
  ])('with %j links to %s, which the router does not handle', (given, address) => {
    show(<CodeHostLink className="link" {...given} />, configured)
    expect(link()?.getAttribute('href')).toBe(address)
  })
})

describe('the login page', () => {
  const open = (at: string, more = {}) => show(<LoginPage />, { at, path: '/login', ...configured, ...more })

  test('passes on the expected address and the requested page, if it is of this site', () => {
    open('/login?next=%2Ffaq', { state: { email: 'ada@example.org' } })
    expect(link()?.getAttribute('href')).toBe('/auth/github/login?email=ada%40example.org&next=%2Ffaq')
  })

  test('passes on no address of another site', () => {
    open('/login?next=%2F%2Fevil.example')
    expect(link()?.getAttribute('href')).toBe('/auth/github/login')
  })

  test.each([
    ['code-host-denied', 'GitHub did not log you in, because the request was declined.'],
    [
      'code-host-expired',
      'Logging in with GitHub took too long, or was begun in another window. Please try again.',
    ],
    ['code-host-failed', 'GitHub could not be asked who you are. Please try again shortly!'],
    ['code-host-no-email', 'GitHub has no confirmed email of yours. Please confirm one there and try again.'],
    ['code-host-busy', 'Too many attempts. Please wait a moment and try again.'],
  ])('explains %s', (word, sentence) => {
    open(`/login?problem=${word}`)
    expect(screen.getByRole('alert').textContent).toBe(sentence)
  })

  test.each(['', 'constructor', 'Your+account+was+closed'])('says nothing for the word "%s"', (word) => {
    open(`/login?problem=${word}`)
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

test('the registration page has it too', () => {
  show(<RegisterPage />, { at: '/register', path: '/register', ...configured })
  expect(link()?.getAttribute('href')).toBe('/auth/github/login')
})
