import { fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Video } from '#contract/library/library.ts'
import type { SiteConfig, SiteText } from '#contract/site/site.ts'
import { fakeServer } from '#support/fake-server.ts'
import { useNavigate } from '#web/platform/site/router.tsx'
import '#support/film-element.ts'
import { show } from '#support/screen.tsx'
import { someText } from '#support/some-text.ts'
import { Component as About, prepare as prepareAbout } from './about-page.tsx'
import { EmbeddedFrame } from './embedded-frame.tsx'
import { Component as Faq, prepare as prepareFaq } from './faq-page.tsx'
import { Component as Imprint, prepare as prepareImprint } from './imprint-page.tsx'
import { Component as LicencesPage } from './licences-page.tsx'
import { Component as Privacy, prepare as preparePrivacy } from './privacy-page.tsx'
import { loadText } from './site-text.ts'
import { prepare as prepareTerms, Component as Terms } from './terms-page.tsx'

/** Opens the pages as the app renders them, with their texts read, for a site with these settings. */
async function prepare(config: Partial<SiteConfig> = {}, videos: readonly Video[] = []) {
  fakeServer({
    siteText: ({ params }) => ({
      status: 200,
      body: someText(params.page as Parameters<typeof someText>[0], config, videos),
    }),
  })
  for (const load of [prepareAbout, prepareFaq, prepareImprint, preparePrivacy, prepareTerms]) await load()
}
beforeEach(() => prepare())

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

  test('keeps a question open that was opened in the served document', async () => {
    const served = document.createElement('details')
    served.id = 'trial'
    served.open = true
    document.body.append(served)
    show(<Faq />)
    served.remove()
    expect(screen.getByText('Can I try it before I pay?').closest('details')?.open).toBe(true)
  })

  test('says that no new content is added and the service is closing, only in sunset mode', async () => {
    await prepare({ serviceMode: 'sunset' })
    show(<Faq />)
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

  test('in German has its German tab open, and a German heading', async () => {
    fakeServer({ siteText: () => ({ status: 200, body: someText('privacy-policy', {}, [], 'de') }) })
    await preparePrivacy()
    show(<Privacy />)
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Datenschutzerklärung')
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(['English', 'Deutsch'])
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Deutsch')
    // the other language is on the page, for the browser's search
    expect(screen.getByText(/personal data on this site is Robin Sample/).closest('[hidden]')).toBeTruthy()
  })

  test('names the person responsible and every cookie that the site sets', () => {
    show(<Privacy />)
    expect(screen.getByText(/personal data on this site is Robin Sample/)).toBeTruthy()
    const english = within(screen.getByRole('tabpanel'))
    for (const cookie of [
      'lectern-visitor',
      'lectern-session',
      'lectern-code-host',
      'lectern-device',
      'lectern-language',
    ])
      expect(english.getByText(new RegExp(`^${cookie}: `))).toBeTruthy()
  })
})

describe('the terms & conditions', () => {
  test('are numbered sections with a list that links to each', () => {
    show(<Terms />)
    const contents = within(screen.getByRole('navigation', { name: 'Contents' }))
    const targets = contents.getAllByRole('link').map((link) => link.getAttribute('href')?.slice(1) ?? '')
    expect(targets).toHaveLength(headings().length)
    for (const id of targets) expect(document.getElementById(id)?.tagName).toBe('H2')
    expect(new Set(targets).size).toBe(targets.length)
  })

  test('mention the trial only if there is one', async () => {
    await prepare({ trialDays: 0 })
    show(<Terms />)
    expect(headings().join()).not.toContain('Free trial')
  })

  test('promise the refund within 7 days', () => {
    show(<Terms />)
    expect(screen.getByText(/any charge refunded within 7 days/)).toBeTruthy()
  })
})

describe('the imprint', () => {
  test('names the operator and how to contact them', () => {
    show(<Imprint />)
    expect(screen.getByText(/Sample Street 1/).textContent).toMatch(
      /^Robin Sample\s*Sample Street 1\s*10115 Berlin$/,
    )
    expect(screen.getByRole('link', { name: 'robin@example.org' }).getAttribute('href')).toBe(
      'mailto:robin@example.org',
    )
    expect(screen.queryByText(/Phone/)).toBeNull()
    expect(screen.queryByText(/VAT id/)).toBeNull()
  })

  test('has telephone and VAT ID if there are any', async () => {
    const seller = { name: 'R', address: '', email: 'r@s.de', phone: '+49 30 / 123', vatId: 'DE123' }
    await prepare({ seller })
    show(<Imprint />)
    expect(screen.getByRole('link', { name: '+49 30 / 123' }).getAttribute('href')).toBe('tel:+4930123')
    expect(screen.getByText(/VAT id: DE123/)).toBeTruthy()
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
  ])('of the %s leads home if the visit began there', (_, page) => {
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

describe('a video within an answer', () => {
  const video: Video = {
    id: 'closures',
    title: 'Closures',
    description: '',
    durationSeconds: 90,
    publishedOn: '2026-01-01',
    categoryId: 'javascript',
    tags: [],
    versions: [],
    free: true,
    thumbnailUrl: '/posters/closures.webp',
    hasCaptions: true,
  }

  test('is loaded on demand, and is part of the default FAQ', async () => {
    await prepare({}, [video])
    const { asked } = fakeServer({
      video: () => ({
        status: 200,
        body: {
          video,
          source: {
            kind: 'file',
            url: '/media/x/film.mp4',
            mimeType: 'video/mp4',
            expiresAt: '2026-11-21T10:05:00Z',
          },
          tracks: [],
          chapters: [],
          positionSeconds: 0,
        },
      }),
      keepPosition: () => ({ status: 200, body: { positionSeconds: 0, expiresAt: '2026-11-21T10:05:00Z' } }),
    })
    show(<Faq />)
    const answer = screen.getByText('What do I get?').closest('details') as HTMLElement
    fireEvent.click(within(answer).getByText('What do I get?'))
    expect(asked('video')).toEqual([])
    fireEvent.click(within(answer).getByRole('button', { name: 'Play “Closures”', hidden: true }))
    const film = await within(answer).findByLabelText('Closures')
    expect(asked('video')[0]?.params).toEqual({ id: 'closures' })
    expect(film.tagName).toBe('VIDEO')
    expect(film.getAttribute('src')).toBe('/media/x/film.mp4')
  })

  test('links to its page for a viewer who may not watch it', async () => {
    await prepare({}, [video])
    fakeServer({
      video: () => ({ failure: Response.json({ code: 'login-required' }, { status: 401 }) }),
    })
    show(<Faq />)
    fireEvent.click(screen.getByRole('button', { name: 'Play “Closures”', hidden: true }))
    const link = await screen.findByRole('link', { name: 'Closures', hidden: true })
    expect(link.getAttribute('href')).toBe('/content/video/closures')
    expect(link.parentElement?.textContent).toContain('Please log in to view the video')
  })

  const ofAnotherSite: SiteText = {
    versions: [
      {
        language: 'en',
        page: 'FAQ',
        heading: 'Questions',
        lead: [{ kind: 'frame', url: 'https://player.example.org/1', title: 'A talk' }],
        sections: [],
      },
    ],
  }

  test('of another site is not contacted before the click, and framed after it', async () => {
    fakeServer({ siteText: () => ({ status: 200, body: ofAnotherSite }) })
    await loadText('faq')
    const { container } = show(<Faq />, { at: location.pathname })
    expect(container.querySelector('iframe')).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Play “A talk” from player.example.org' }))
    const frame = screen.getByTitle('A talk')
    expect(frame.getAttribute('src')).toBe('https://player.example.org/1')
    expect(frame.getAttribute('sandbox')?.split(' ')).toEqual(
      expect.not.arrayContaining(['allow-top-navigation', 'allow-popups-to-escape-sandbox', 'allow-forms']),
    )
  })

  test('of this site has an opaque origin in its frame', () => {
    const url = `${location.origin}/pictures/talk.svg`
    show(<EmbeddedFrame url={url} title="A talk" />, { at: location.pathname })
    fireEvent.click(screen.getByRole('button', { name: /A talk/ }))
    const granted = screen.getByTitle('A talk').getAttribute('sandbox')?.split(' ')
    expect(granted).toContain('allow-scripts')
    expect(granted).not.toContain('allow-same-origin')
  })
})

test('a text that cannot be read is reported, and can be retried', async () => {
  vi.resetModules()
  const fresh = await import('./imprint-page.tsx')
  fakeServer({ siteText: () => 'unreachable' })
  await fresh.prepare()
  const { show } = await import('#support/screen.tsx')
  show(<fresh.Component />)
  expect(screen.getByRole('alert').textContent).toContain("the server can't be reached")
  fakeServer({ siteText: () => ({ status: 200, body: someText('imprint') }) })
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText(/Sample Street 1/)).toBeTruthy()
})

describe('the licences', () => {
  const licences = {
    packages: [
      { name: 'pako', version: '2.1.0', licence: '(MIT AND Zlib)', text: 1 },
      { name: 'react', version: '19.3.1', licence: 'MIT', text: 0 },
    ],
    texts: ['Copyright of react', 'Copyright of pako'],
  }
  const answer = (reply: Response | Error) =>
    vi.stubGlobal('fetch', async () => {
      if (reply instanceof Error) throw reply
      return reply
    })

  test('name each package, and show a text once it is opened', async () => {
    answer(Response.json(licences))
    show(<LicencesPage />, { config: { sourceUrl: 'https://git.test/site' } })
    expect(await screen.findByText('pako')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Source code of this site' }).getAttribute('href')).toBe(
      'https://git.test/site',
    )
    expect(screen.queryByText('Copyright of react')).toBeNull()
    await userEvent.click(screen.getByText('react'))
    expect(await screen.findByText('Copyright of react')).toBeTruthy()
    expect(screen.queryByText('Copyright of pako')).toBeNull()
  })

  test('that cannot be read can be retried', async () => {
    answer(new TypeError('no network'))
    show(<LicencesPage />)
    const again = await screen.findByRole('button', { name: 'Try again' })
    answer(Response.json(licences))
    await userEvent.click(again)
    expect(await screen.findByText('pako')).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Source code of this site' })).toBeNull()
  })

  test('are linked from the about page, with the source', () => {
    show(<About />, { config: { sourceUrl: 'https://git.test/site' } })
    expect(screen.getByRole('link', { name: 'Licences' }).getAttribute('href')).toBe('/licences')
    expect(screen.getByRole('link', { name: 'Source code of this site' })).toBeTruthy()
  })
})
