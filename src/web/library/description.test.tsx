import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { show } from '#support/screen.tsx'
import { Description, needsMarkdown } from './description.tsx'

test.each([
  ['Words alone, with a dash - like this one.', false],
  ['Two paragraphs.\n\nOf words.', false],
  ['A `closure`.', true],
  ['*Emphasis*', true],
  ['- a list', true],
  ['1. a list', true],
  ['# a heading', true],
  ['[a link](https://example.org)', true],
  ['https://example.org', true],
])('%j needs Markdown: %s', (text, needed) => {
  expect(needsMarkdown(text)).toBe(needed)
})

test('paragraphs are shown at once', () => {
  show(<Description text={'First.\n\nSecond.'} />)
  expect([...document.querySelectorAll('p')].map((p) => p.textContent)).toEqual(['First.', 'Second.'])
})

test('raw HTML is shown as the text it is, never made', async () => {
  show(<Description text={'**Bold** <img src=x onerror="alert(1)"> <script>alert(1)</script>'} />)
  await screen.findByText('Bold')
  expect(document.querySelector('.description')?.textContent).toContain('<img src=x')
  expect(document.querySelector('.description img, .description script')).toBeNull()
})

test('a link to a script leads nowhere', async () => {
  show(<Description text="[**press**](javascript:alert(1)) and [read](https://example.org)" />)
  await screen.findByText('press')
  const links = [...document.querySelectorAll('a')].map((link) => link.getAttribute('href'))
  expect(links.filter((href) => href?.startsWith('javascript'))).toEqual([])
  expect(screen.getByRole('link', { name: 'read' }).getAttribute('rel')).toBe('noopener nofollow')
})
