import { beforeEach, describe, expect, test } from 'vitest'
import { href } from '#contract/pages.ts'
import { someCategories, someSeries, someVersions, someVideo } from '#support/some-library.tsx'
import { someConfig } from '#support/some-site.ts'
import { drawListing, drawPage, drawVideoHeader } from './draw-page.tsx'

const drawn = (page: Partial<Parameters<typeof drawPage>[0]> = {}) => {
  const frame = document.createElement('div')
  frame.innerHTML = drawPage({
    config: { ...someConfig },
    path: '/content',
    signedIn: false,
    text: '<h1>Videos</h1>',
    ...page,
  })
  return frame
}
const links = (frame: Element) => [...frame.querySelectorAll('a')].map((link) => link.getAttribute('href'))

beforeEach(() => localStorage.clear())

describe('a page rendered for its document', () => {
  test('has its text as its main part, and the links of every page', () => {
    const frame = drawn()
    expect(frame.querySelector('main h1')?.textContent).toBe('Videos')
    for (const name of [
      'content',
      'pricing',
      'faq',
      'imprint',
      'privacyPolicy',
      'termsAndConditions',
      'about',
    ] as const)
      expect(links(frame)).toContain(href(name))
    expect(links(frame)).not.toContain(href('shop'))
    expect(links(drawn({ config: { ...someConfig, shop: true } }))).toContain(href('shop'))
  })

  test("has the operator's own links in header and footer, and no other site's markup", () => {
    const frame = drawn({
      config: {
        ...someConfig,
        productName: 'Trainings <b>',
        navigation: [{ text: { en: 'Courses & more', de: 'Kurse & mehr' }, to: '/content' }],
        footer: [{ text: { en: 'Blog', de: 'Blog' }, to: 'https://blog.example.org/' }],
        social: [{ name: 'Mastodon', url: 'https://social.example.org/@me' }],
      },
    })
    expect(frame.querySelector('header nav')?.textContent).toBe('Courses & more')
    expect(frame.querySelector('footer')?.innerHTML).toContain('href="https://blog.example.org/"')
    expect(frame.querySelector('footer a[rel="me noopener"]')?.textContent).toBe('Mastodon')
    expect(frame.querySelector('header')?.textContent).toContain('Trainings <b>')
  })

  test('searches without scripts', () => {
    const form = drawn().querySelector('form')
    expect(form?.getAttribute('action')).toBe(href('content'))
    expect(form?.querySelector('input')?.getAttribute('name')).toBe('q')
  })

  test('has no button that works before its screens have started', () => {
    const buttons = [...drawn().querySelectorAll('button')]
    expect(buttons.length).toBeGreaterThan(0)
    expect(buttons.filter(({ disabled }) => !disabled)).toEqual([])
  })

  test('links to itself in each language, even with an unknown path', () => {
    expect(links(drawn({ path: '/faq' }))).toContain('/faq?lang=de')
    expect(links(drawn({ path: '' }))).toContain('?lang=de')
  })

  test("links only visitors to the login and the trial; a member sees the avatar's placeholder", () => {
    const [visitor, member] = [drawn(), drawn({ signedIn: true })]
    expect(links(visitor)).toContain('/login?next=%2Fcontent')
    expect(links(visitor)).toContain(href('register'))
    expect(links(member).filter((to) => /login|register/.test(to ?? ''))).toEqual([])
    expect([visitor, member].map((frame) => frame.querySelectorAll('.avatar-button').length)).toEqual([0, 1])
  })

  test('does not depend on earlier ones', () => {
    const before = drawn().innerHTML
    drawn({ signedIn: true, path: '/faq' })
    expect(drawn().innerHTML).toBe(before)
  })
})

describe('the listing rendered for its document', () => {
  const videos = Array.from({ length: 5 }, (_, n) =>
    someVideo(`video-${n}`, {
      title: `<Video> ${n}`,
      tags: n < 3 ? ['css'] : [],
      thumbnailUrl: `/posters/${n}.webp`,
    }),
  )
  const listing = (more = {}) => {
    const frame = document.createElement('div')
    frame.innerHTML = drawListing({
      config: { ...someConfig },
      path: '/content',
      signedIn: false,
      title: 'Videos by publishing date',
      videos,
      categories: someCategories,
      versions: someVersions,
      series: someSeries,
      shown: videos.slice(0, 3),
      text: '<ul><li>all</li></ul>',
      ...more,
    })
    return frame
  }

  test('has its title, its filters with their counts, and the total', () => {
    const frame = listing()
    expect(frame.querySelector('h1')?.textContent).toBe('Videos by publishing date')
    expect(frame.querySelector('aside')?.textContent).toContain('css3')
    expect(frame.textContent).toContain('Total: 5 videos')
  })

  test('shows cards with their posters, the first of which are fetched first, and the text below', () => {
    const frame = listing()
    expect(
      [...frame.querySelectorAll('.grouped .video-card-link')].map(({ textContent }) => textContent),
    ).toEqual(['<Video> 0', '<Video> 1', '<Video> 2'])
    expect([...frame.querySelectorAll('.grouped img')].map((img) => img.getAttribute('loading'))).toEqual([
      'eager',
      'eager',
      'lazy',
    ])
    expect(frame.querySelector('.document-text li')?.textContent).toBe('all')
    // the document's Content-Security-Policy refuses these
    expect(frame.querySelector('[style], style, script')).toBeNull()
  })

  test('of a library without videos is its text', () => {
    const frame = listing({ videos: [], shown: [], categories: [], versions: [], series: [] })
    expect(frame.querySelectorAll('.video-card')).toHaveLength(0)
    expect(frame.querySelector('.document-text')).not.toBeNull()
  })
})

test('a film has above it its title, the link to it and its neighbours', () => {
  const frame = document.createElement('div')
  frame.innerHTML = drawVideoHeader({
    config: { ...someConfig },
    path: '/content/video/closures',
    signedIn: false,
    title: 'Closures & scopes',
    categories: someCategories.slice(0, 1),
    previous: undefined,
    next: someVideo('next'),
  })
  expect(frame.querySelector('h1')?.textContent).toBe('Closures & scopes')
  expect(frame.querySelector('nav')?.textContent).toContain(someCategories[0]?.name)
  expect(
    [...frame.querySelectorAll('nav button')].map((button) => button.getAttribute('aria-disabled')),
  ).toEqual(['true', null])
})
