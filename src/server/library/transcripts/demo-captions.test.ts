import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { transcriptSentences } from '#domain/catalogue/transcript.ts'
import { checkWebVtt, servedWebVtt } from '#domain/catalogue/web-vtt.ts'

const content = resolve(import.meta.dirname, '../../../../content')
const files = readdirSync(content, { recursive: true, encoding: 'utf8' }).filter((name) =>
  /captions\.\w+\.vtt$/.test(name),
)

test.each(files)('%s says the same however its lines end, and without the names of its cues', (name) => {
  const text = readFileSync(join(content, name), 'utf8')
  const nameless = text.replace(/^\d+\n/gm, '')
  expect(nameless).not.toBe(text)
  const said = transcriptSentences(text)
  expect(said.length).toBeGreaterThan(5)
  for (const one of [text, nameless])
    for (const lineEnd of ['\n', '\r\n', '\r'])
      for (const mark of ['', '\uFEFF']) {
        const written = mark + one.replaceAll('\n', lineEnd)
        expect(checkWebVtt(written, 400)).toEqual([])
        expect(transcriptSentences(written)).toEqual(said)
        expect(servedWebVtt(written)).toBe(servedWebVtt(one))
      }
})
