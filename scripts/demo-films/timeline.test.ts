import { describe, expect, test } from 'vitest'
import { captionsOf } from './captions.ts'
import { videoFile } from './content-files.ts'
import type { Film } from './film.ts'
import { framesPerSecond, shotsOf } from './shots.ts'
import { layOut, saidSentences, sentencesOf, silencesOf } from './timeline.ts'

const film: Film = {
  id: 'sample',
  title: 'A sample',
  motif: 'a < b',
  published: '2026-01-02',
  tags: ['javascript'],
  versions: ['ES2024'],
  description: 'A *short* film.',
  opening: { say: 'One. Two.', de: 'Eins. Zwei.' },
  scenes: [
    {
      chapter: 'Typing',
      panels: [{ kind: 'code', language: 'ts', source: 'const a = 1\nconst b = 2' }],
      steps: [
        { say: 'Three.', de: 'Drei.', until: 2 },
        { say: 'Is a < b? Yes.', de: 'Ist a < b? Ja.', until: 2 },
      ],
    },
  ],
  recap: { points: [{ say: 'Use `a`.', de: 'Nimm `a`.' }] },
}
const timeline = layOut(film, () => 2)

test.each([
  ['One. Two.', ['One.', 'Two.']],
  ['A number of 1.5 stays whole.', ['A number of 1.5 stays whole.']],
  ['It is an object: `a` fits.', ['It is an object:', '`a` fits.']],
  ['Is it? Yes! Good.', ['Is it?', 'Yes!', 'Good.']],
])('%j is spoken as %j', (text, sentences) => {
  expect(sentencesOf(text)).toEqual(sentences)
})

describe('the timeline', () => {
  test('sentences follow one another without touching and end before the film does', () => {
    const sentences = timeline.scenes.flatMap(({ steps }) => steps.flatMap((step) => step.sentences))
    expect(sentences.map(({ text }) => text)).toEqual([
      'One.',
      'Two.',
      'Three.',
      'Is a < b?',
      'Yes.',
      'Use `a`.',
    ])
    for (const [index, { start, end }] of sentences.entries()) {
      expect(end - start).toBeCloseTo(2)
      expect(sentences[index + 1]?.start ?? timeline.durationSeconds).toBeGreaterThan(end)
    }
  })

  test('chapters begin at 0:00 with the title card and go on with the scenes and the recap', () => {
    expect(videoFile(film, timeline)).toContain(
      'chapters:\n  - 0:00 Intro\n  - 0:02 Typing\n  - 0:15 Recap\n',
    )
  })

  test('the pictures last exactly as long as the speech', () => {
    const frames = shotsOf(film, { hue: 162, category: 'Test' }, timeline).reduce(
      (sum, shot) => sum + shot.frames,
      0,
    )
    expect(frames).toBe(Math.round(timeline.durationSeconds * framesPerSecond))
  })

  test('the title is shown for three seconds at most, and the speech continues over the first picture', () => {
    const shots = shotsOf(film, { hue: 162, category: 'Test' }, timeline)
    const secondsOf = (kind: string) =>
      shots.filter(({ html }) => html.includes(`card ${kind}`)).reduce((sum, { frames }) => sum + frames, 0) /
      framesPerSecond
    expect(secondsOf('title')).toBeGreaterThan(2)
    expect(secondsOf('title')).toBeLessThanOrEqual(3)
    expect(timeline.scenes[0]?.steps[0]?.end).toBeGreaterThan(secondsOf('title'))
  })

  test('the recap is spoken, and ends soon after its last word', () => {
    const [said] = timeline.scenes.at(-1)?.steps.flatMap(({ sentences }) => sentences) ?? []
    expect(said).toMatchObject({ text: 'Use `a`.', german: 'Nimm `a`.' })
    expect(saidSentences(film)).toContain('Use `a`.')
    expect(silencesOf(timeline).at(-1)).toBeLessThanOrEqual(2)
  })

  test('the recap dims the points that are not said yet', () => {
    const points: Film = { ...film, recap: { points: [{ say: 'First.' }, { say: 'Second.' }] } }
    const shots = shotsOf(
      points,
      { hue: 162, category: 'Test' },
      layOut(points, () => 2),
    )
    const dimmed = shots
      .filter(({ html }) => html.includes('card recap'))
      .map(({ html }) => html.match(/<li class="ahead">/g)?.length ?? 0)
    expect(dimmed[0]).toBe(1)
    expect(dimmed.at(-1)).toBe(0)
  })

  test("a program's output appears when its lines are typed, and a terminal's output is not typed", () => {
    const printing: Film = {
      ...film,
      scenes: [
        {
          chapter: 'Printing',
          panels: [
            { kind: 'code', language: 'ts', source: 'const a = 1 + 2 + 3\nprint(a)' },
            { kind: 'output', lines: [[1, 'PRINTED', undefined, 2]] },
          ],
          steps: [{ say: 'One.', until: 1 }, { say: 'Two.' }],
        },
        {
          chapter: 'Terminal',
          panels: [{ kind: 'code', language: 'shell', source: '$ build the program\nDONE' }],
          steps: [{ say: 'Three.', until: 2 }],
        },
      ],
    }
    const shots = shotsOf(
      printing,
      { hue: 162, category: 'Test' },
      layOut(printing, () => 2),
    )
    const visible = shots.map(({ html }) => html.replace(/<div class="row hidden.*?<\/div>/gs, ''))
    for (const printed of ['PRINTED', 'DONE']) {
      const first = visible.findIndex((html) => html.includes(printed))
      const typing = shots.flatMap(({ html }, index) =>
        html.includes('<u>') && html.includes(printed) ? [index] : [],
      )
      expect(typing.length).toBeGreaterThan(2)
      expect(first).toBeGreaterThan(typing.at(-1) ?? 0)
    }
  })

  test('typed text grows letter by letter in place', () => {
    const typed = shotsOf(film, { hue: 162, category: 'Test' }, timeline).filter(({ html }) =>
      html.includes('<u>'),
    )
    const unseen = typed.map(({ html }) => html.match(/<u>/g)?.length ?? 0)
    expect(unseen.length).toBeGreaterThan(2)
    expect(unseen).toEqual(unseen.toSorted((one, other) => other - one))
  })
})

describe('captions', () => {
  test('each sentence is a cue while it is spoken, with its markup escaped', () => {
    const captions = captionsOf(timeline, 'en')
    expect(captions).toMatch(/^WEBVTT\n\n/)
    expect(captions).toContain('1\n00:00:00.500 --> 00:00:02.500\nOne.\n')
    expect(captions).toContain('Is a &lt; b?')
    expect(captions).toContain('Use a.')
  })

  test('the translation keeps the times', () => {
    const times = (text: string) => text.match(/.* --> .*/g)
    expect(times(captionsOf(timeline, 'de'))).toEqual(times(captionsOf(timeline, 'en')))
    expect(captionsOf(timeline, 'de')).toContain('Nimm a.')
  })

  test('a long sentence is divided into cues of at most two lines', () => {
    const say = `${'word '.repeat(40)}end.`
    const long = captionsOf(
      layOut({ ...film, opening: { say } }, () => 10),
      'en',
    ).split('\n\n')
    const cues = long.slice(1, 4).map((cue) => cue.split('\n').slice(2))
    expect(cues.flat().join(' ')).toBe(say)
    for (const lines of cues) {
      expect(lines.length).toBeLessThanOrEqual(2)
      for (const line of lines) expect(line.length).toBeLessThan(48)
    }
  })
})
