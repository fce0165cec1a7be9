import { expect, test } from 'vitest'
import { encodingOf, garbledWord } from './text-encoding.ts'

/** Encodes a text in a single-byte encoding. */
function bytesIn(encoding: string, text: string): Uint8Array {
  const decoder = new TextDecoder(encoding)
  const byteOf = new Map(
    Array.from({ length: 256 }, (_, byte) => [decoder.decode(new Uint8Array([byte])), byte] as const),
  )
  return new Uint8Array(
    [...text].map((letter) => {
      const byte = byteOf.get(letter)
      if (byte === undefined) throw new Error(`${letter} is not in ${encoding}`)
      return byte
    }),
  )
}

test.each([
  'Jörg',
  'Müßig',
  'Ägidius Öner',
  'José Peña',
  'Zoë Citroën',
  'Crème Brûlée',
  'FRANÇOIS',
  'Bjørn Åse',
  'Zoë O’Neill',
])('%s is read as saved on Windows and on a Mac', (name) => {
  const text = `Name,Email\n${name},a@example.org\n`
  expect(encodingOf(bytesIn('macintosh', text))).toBe('macintosh')
  expect(encodingOf(bytesIn('windows-1252', text))).toBe('windows-1252')
  expect(encodingOf(new TextEncoder().encode(text))).toBe('utf-8')
})

test.each(['Žižek', 'Šárka', 'Ÿnys Müller'])('%s is read as Windows saves it', (name) => {
  expect(encodingOf(bytesIn('windows-1252', name))).toBe('windows-1252')
})

test.each([
  ['Jörg MÃ¼ÃŸig,a@example.org', 'MÃ¼ÃŸig'],
  ['Bo,M\uFFFDller', 'M\uFFFDller'],
  ['M†ller', 'M†ller'],
  ['J√∂rg', 'J√∂rg'],
  ['JOÃO Müller-Lüdenscheidt, § 3, 5°, Ângela', undefined],
  ['渡辺 さくら', undefined],
])('in %j the garbled word is %s', (text, word) => {
  expect(garbledWord(text)).toBe(word)
})
