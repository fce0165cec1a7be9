import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useNavigate } from 'react-router'
import { describe, expect, test } from 'vitest'
import { show } from '#support/screen.tsx'
import { Component as About } from './about-page.tsx'
import { Component as Faq } from './faq-page.tsx'
import { Component as Imprint } from './imprint-page.tsx'
import { Component as Privacy } from './privacy-page.tsx'
import { RunningText } from './running-text.tsx'
import { Component as Terms } from './terms-page.tsx'

const headings = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)

describe('the FAQ', () => {
  test('has collapsible questions, closed at first', async () => {
    show(<Faq />)
    const question = screen.getByText('Can I try it before I pay?').closest('details')
    expect(question?.open).toBe(false)
    await userEvent.click(screen.getByText('Can I try it before I pay?'))
    expect(question?.open).toBe(true)
    expect(within(question as HTMLElement).getByText(/a free trial of 14 days starts/)).toBeTruthy()
  })

  test('says that no new content is added and the service is closing, in sunset mode alone', () => {
    show(<Faq />, { config: { serviceMode: 'sunset' } })
    expect(headings()[0]).toBe('Will there be new videos?')
    expect(
      screen.getByText(/No new content will be added, and Lectern is closing as a subscription service/),
    ).toBeTruthy()
    expect(headings()).not.toContain('Can I try it before I pay?')
  })

  test('does not say so while the service is open', () => {
    show(<Faq />)
    expect(headings()).not.toContain('Will there be new videos?')
  })
})

describe('the privacy policy', () => {
  test('has English and German tabs', async () => {
    show(<Privacy />)
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(['English', 'Deutsch'])
    expect(headings()[0]).toContain('Who is responsible')
    await userEvent.click(screen.getByRole('tab', { name: 'Deutsch' }))
    expect(headings()[0]).toContain('Wer verantwortlich ist')
    expect(
      screen
        .getByText(/speichert, was nötig ist/)
        .closest('[lang]')
        ?.getAttribute('lang'),
    ).toBe('de')
  })

  test('names who is responsible and every cookie that the site sets', () => {
    show(<Privacy />)
    expect(screen.getByText(/personal data on this site is Robin Sample/)).toBeTruthy()
    for (const cookie of ['lectern-visitor', 'lectern-session', 'lectern-device'])
      expect(screen.getByText(new RegExp(`^${cookie}: `))).toBeTruthy()
  })
})

describe('the terms & conditions', () => {
  test('are numbered sections with a list of them that leads to each', () => {
    show(<Terms />)
    const contents = within(screen.getByRole('navigation', { name: 'Contents' }))
    const targets = contents.getAllByRole('link').map((link) => link.getAttribute('href')?.slice(1) ?? '')
    expect(targets).toHaveLength(headings().length)
    for (const id of targets) expect(document.getElementById(id)?.tagName).toBe('H2')
    expect(new Set(targets).size).toBe(targets.length)
  })

  test('speak of the trial only where there is one', () => {
    show(<Terms />, { config: { trialDays: 0 } })
    expect(headings().join()).not.toContain('Free trial')
  })

  test('promise the refund within 7 days', () => {
    show(<Terms />)
    expect(screen.getByText(/any charge refunded within 7 days/)).toBeTruthy()
  })
})

describe('the imprint', () => {
  test('says who runs the site and how to reach them', () => {
    show(<Imprint />)
    expect(screen.getByText(/Sample Street 1/).textContent).toBe(
      'Robin Sample\nSample Street 1\n10115 Berlin',
    )
    expect(screen.getByRole('link', { name: 'robin@example.org' }).getAttribute('href')).toBe(
      'mailto:robin@example.org',
    )
    expect(screen.queryByText('Phone')).toBeNull()
    expect(screen.queryByText('VAT id')).toBeNull()
  })

  test('has telephone and VAT id where there are any', () => {
    const seller = { name: 'R', address: '', email: 'r@s.de', phone: '+49 30 / 123', vatId: 'DE123' }
    show(<Imprint />, { config: { seller } })
    expect(screen.getByRole('link', { name: '+49 30 / 123' }).getAttribute('href')).toBe('tel:+4930123')
    expect(screen.getByText('DE123')).toBeTruthy()
  })
})

test('the author is presented as a freelance developer and trainer', () => {
  show(<About />)
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Robin Sample')
  expect(screen.getByText('Freelance developer and trainer')).toBeTruthy()
})

describe('the back link', () => {
  test.each([
    ['imprint', <Imprint key="imprint" />],
    ['terms', <Terms key="terms" />],
    ['FAQ', <Faq key="faq" />],
    ['privacy policy', <Privacy key="privacy" />],
  ])('of the %s leads home whoever began there', (_, page) => {
    show(page)
    expect(screen.getByRole('link', { name: 'Back' }).getAttribute('href')).toBe('/')
  })

  test("uses the browser's history", async () => {
    show(<Start />, {
      at: '/pricing?users=3',
      path: '/pricing',
      elsewhere: { '/privacy-policy': <Privacy /> },
    })
    await userEvent.click(screen.getByRole('button', { name: 'Read' }))
    expect(screen.getByTestId('address').textContent).toBe('/privacy-policy')
    await userEvent.click(screen.getByRole('link', { name: 'Back' }))
    expect(screen.getByTestId('address').textContent).toBe('/pricing?users=3')
  })
})

function Start() {
  const navigate = useNavigate()
  return (
    <button type="button" onClick={() => navigate('/privacy-policy')}>
      Read
    </button>
  )
}

test('a text has paragraphs, lists, and mail addresses that can be clicked', () => {
  const { container } = show(<RunningText text={'Write to a.b@c-d.example.\n\n- one\n- two\n\nEnd'} />)
  expect([...container.querySelectorAll('p, li')].map(({ textContent }) => textContent)).toEqual([
    'Write to a.b@c-d.example.',
    'one',
    'two',
    'End',
  ])
  expect(screen.getByRole('link').getAttribute('href')).toBe('mailto:a.b@c-d.example')
})
