import { describe, expect, test } from 'vitest'
import { parseText } from './parse-text.ts'

const embeds = ['https://player.example.org']

function parsed(source: string) {
  const mistakes: string[] = []
  const text = parseText(source, embeds, (line, sentence) => void mistakes.push(`${line}: ${sentence}`))
  return { text, mistakes }
}

test('a text is a heading, a lead and sections with anchors', () => {
  const { text, mistakes } = parsed(
    [
      '---',
      'page: Questions',
      'subtitle: All of them',
      '---',
      '',
      '# Frequently asked',
      'Lead {{product}}.',
      '',
      '## How do I cancel?',
      'Like *this*.',
      '',
      '```',
      '## no heading',
      '```',
      '## Größe, and more {#size when=trial}',
      '- a',
    ].join('\r\n'),
  )
  expect(mistakes).toEqual([])
  expect(text).toEqual({
    page: 'Questions',
    subtitle: 'All of them',
    heading: 'Frequently asked',
    lead: [{ kind: 'markdown', markdown: 'Lead {{product}}.' }],
    sections: [
      {
        id: 'how-do-i-cancel',
        heading: 'How do I cancel?',
        when: undefined,
        parts: [{ kind: 'markdown', markdown: 'Like *this*.\n\n```\n## no heading\n```' }],
      },
      {
        id: 'size',
        heading: 'Größe, and more',
        when: 'trial',
        parts: [{ kind: 'markdown', markdown: '- a' }],
      },
    ],
  })
})

test('a text without values at its head is named by its heading', () => {
  expect(parsed('# Imprint').text).toMatchObject({
    page: 'Imprint',
    heading: 'Imprint',
    lead: [],
    sections: [],
  })
})

test('a picture alone on its line is a video of the library, or one of a site that is admitted', () => {
  const { text, mistakes } = parsed(
    '# T\nabove\n![Film](video:closures)\nbelow\n\n![A talk](https://player.example.org/e/1?a=b)\n',
  )
  expect(mistakes).toEqual([])
  expect(text?.lead).toEqual([
    { kind: 'markdown', markdown: 'above' },
    { kind: 'video', video: 'closures' },
    { kind: 'markdown', markdown: 'below' },
    { kind: 'frame', url: 'https://player.example.org/e/1?a=b', title: 'A talk' },
  ])
})

describe('a mistake is reported with its line', () => {
  test.each([
    ['', '1: The text has to begin with its heading: # Heading'],
    ['\n\ntext', '3: The text has to begin with its heading: # Heading'],
    ['---\npage: x', '1: The values at the head have no end: a second line --- is missing'],
    ['---\npage: X\ntitel: Y\n---\n# T', '3: Unrecognized key: "titel"'],
    ['---\npage: [X]\n---\n# T', '2: page: Invalid input: expected string, received array'],
    ['---\npage: X\n: ]\n---\n# T', /^3: /],
    ['# T\n\nHi {{prodcut}}', /^3: \{\{prodcut\}\} is no setting that a text can name: there are product,/],
    ['# T\n## A {#a when=never}', '2: when=never is not known: it can be trial, open, paused, sunset, shop'],
    ['# T\n## A {# a}', '2: An anchor looks like {#my-anchor} or {#my-anchor when=trial}'],
    ['# T\n## A\nx\n## A', '4: The anchor "a" is used twice: give one of them its own, {#…}'],
    ['# T\n\n## A\n\n![x](picture.png)', '5: A video is named as video:its-id, or by an https:// address'],
    ['# T\nfoo ![x](video:y)', '2: A video stands alone on its line, and pictures cannot be shown'],
    [
      '# T\n![x](https://other.example/1)',
      '2: Videos of https://other.example are not admitted: name it in site.yaml under embeds',
    ],
    ['# T\n![](https://player.example.org/1)', '2: The video needs a title: ![Title](https://…)'],
    ['# T\n![x](javascript:alert(1))', /^2: /],
  ])('%j', (source, mistake) => {
    const { mistakes } = parsed(source)
    if (mistake instanceof RegExp) expect(mistakes[0]).toMatch(mistake)
    else expect(mistakes[0]).toBe(mistake)
  })
})
