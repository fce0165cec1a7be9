import { describe, expect, test } from 'vitest'
import {
  faqSections,
  privacySections,
  privacySectionsInGerman,
  type SiteFacts,
  termsSections,
  textBlocks,
} from './site-texts.ts'

const site: SiteFacts = {
  productName: 'Lectern',
  serviceMode: 'open',
  trialDays: 14,
  vat: { percent: 19 },
  seller: { name: 'Robin Sample', email: 'robin@example.org' },
}

const texts = { faqSections, privacySections, privacySectionsInGerman, termsSections }

describe.each(Object.entries(texts))('%s', (_, sectionsOf) => {
  test('has an anchor, a heading and a text for each part, and no anchor twice', () => {
    const sections = sectionsOf(site)
    expect(sections.length).toBeGreaterThanOrEqual(10)
    for (const { id, heading, text } of sections) {
      expect(id).toMatch(/^[a-z][a-z-]*$/)
      expect(heading).not.toBe('')
      expect(text.length).toBeGreaterThan(20)
    }
    expect(new Set(sections.map(({ id }) => id)).size).toBe(sections.length)
  })

  test('leaves no gap for a value that was not filled in', () => {
    for (const { heading, text } of sectionsOf(site)) expect(heading + text).not.toMatch(/[{}]|undefined/)
  })
})

test('the two languages of the privacy policy have the same parts', () => {
  expect(privacySectionsInGerman(site)).toHaveLength(privacySections(site).length)
  const kinds = (sections: typeof privacySections) =>
    sections(site).map(({ text }) => textBlocks(text).map(Object.keys))
  expect(kinds(privacySectionsInGerman)).toEqual(kinds(privacySections))
})

describe('the FAQ', () => {
  const ids = (more: Partial<SiteFacts>) => faqSections({ ...site, ...more }).map(({ id }) => id)

  test('begins with the closing of the service in sunset mode, and is silent about it otherwise', () => {
    expect(ids({ serviceMode: 'sunset' })[0]).toBe('new-videos')
    expect(ids({})).not.toContain('new-videos')
  })

  test.each([
    ['open', 14, true],
    ['open', 0, false],
    ['sunset', 14, false],
  ] as const)('in mode %s with %i trial days speaks of the trial: %s', (serviceMode, trialDays, speaks) => {
    expect(ids({ serviceMode, trialDays }).includes('trial')).toBe(speaks)
    const terms = termsSections({ ...site, serviceMode, trialDays }).map(({ id }) => id)
    expect(terms.includes('trial')).toBe(speaks)
  })
})

test('a text is taken apart into paragraphs and lists', () => {
  expect(textBlocks('One.\n\n- a\n- b - c\n\nTwo\nlines.')).toEqual([
    { paragraph: 'One.' },
    { items: ['a', 'b - c'] },
    { paragraph: 'Two\nlines.' },
  ])
})
