import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { RichText } from '#contract/rich-text.ts'
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
  show(<Description source={'First.\n\nSecond.'} text={undefined} />)
  expect([...document.querySelectorAll('p')].map((p) => p.textContent)).toEqual(['First.', 'Second.'])
})

test('a formatted text is drawn element by element, and words are never made HTML', () => {
  const text: RichText = [
    { tag: 'p', children: [{ tag: 'strong', children: ['Bold'] }, ' <img src=x onerror="alert(1)">'] },
    { tag: 'ol', start: 3, children: [{ tag: 'li', children: [{ tag: 'input', checked: true }, 'done'] }] },
    {
      tag: 'table',
      children: [
        {
          tag: 'tbody',
          children: [{ tag: 'tr', children: [{ tag: 'td', align: 'right', children: ['7'] }] }],
        },
      ],
    },
  ]
  show(<Description source="**Bold**" text={text} />)
  expect(screen.getByText('Bold').tagName).toBe('STRONG')
  expect(document.querySelector('.description')?.textContent).toContain('<img src=x')
  expect(document.querySelector('.description img, .description script')).toBeNull()
  expect(document.querySelector('ol')?.start).toBe(3)
  expect(screen.getByRole('checkbox', { checked: true })).toBeTruthy()
  expect(screen.getByRole('cell', { name: '7' }).getAttribute('align')).toBe('right')
})

test('a link to elsewhere tells nothing, one without an address leads nowhere', () => {
  const link = (words: string, href?: string): RichText => [{ tag: 'a', href, children: [words] }]
  show(
    <Description
      source="[x](y)"
      text={[...link('press'), ...link('read', 'https://example.org'), ...link('prices', '/pricing')]}
    />,
  )
  expect(screen.getByText('press').getAttribute('href')).toBeNull()
  expect(screen.getByRole('link', { name: 'read' }).getAttribute('rel')).toBe('noopener nofollow')
  expect(screen.getByRole('link', { name: 'prices' }).getAttribute('href')).toBe('/pricing')
})
