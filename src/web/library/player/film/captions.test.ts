import { expect, test } from 'vitest'
import { chosenCaptions } from './captions.ts'

const track = (srclang: string, kind = 'captions') => ({ kind, srclang })
const tracks = [track('en', 'chapters'), track('fr'), track('en'), track('de-AT')]

test.each([
  ['the chosen language', 'en', 'de', 'en'],
  ['a variety of the chosen language', 'de', 'en', 'de-AT'],
  ['the language of the page where none was chosen', '', 'de', 'de-AT'],
  ['the language of the page where the chosen one is missing', 'it', 'en', 'en'],
  ['the first where neither is there', 'it', 'pl', 'fr'],
])('captions are those of %s', (_, chosen, page, language) => {
  expect(chosenCaptions(tracks, chosen, page)?.srclang).toBe(language)
})

test('a film without captions has none', () => {
  expect(chosenCaptions([track('en', 'chapters')], 'en', 'en')).toBeUndefined()
})
