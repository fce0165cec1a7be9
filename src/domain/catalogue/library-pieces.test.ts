import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runs } from '#support/rounds.ts'
import { cutIntoPieces, fewestShown, pieceSize, piecesShownFirst } from './library-pieces.ts'

type Video = { readonly id: string; readonly title?: string }

/** Newest first; IDs increase with the date. */
const library = (count: number): Video[] =>
  Array.from({ length: count }, (_, index) => ({ id: `video-${count - index}` }))
const nameOf = (piece: readonly Video[]) => JSON.stringify(piece)
/** Number of pieces of `after` missing in a cache of `before`. */
const changed = (before: readonly Video[], after: readonly Video[]) => {
  const known = new Set(cutIntoPieces(before).map(nameOf))
  return cutIntoPieces(after).filter((piece) => !known.has(nameOf(piece))).length
}

test.each([
  { videos: 0, pieces: 0 },
  { videos: 1, pieces: 1 },
  { videos: pieceSize.fewest, pieces: 1 },
])('$videos videos are $pieces pieces', ({ videos, pieces }) => {
  expect(cutIntoPieces(library(videos))).toHaveLength(pieces)
})

test.each([
  { of: [], shown: 0 },
  { of: [1], shown: 1 },
  { of: [fewestShown, 900], shown: 1 },
  { of: [fewestShown - 1, 900, 900], shown: 2 },
])('of pieces with $of videos $shown are shown first', ({ of, shown }) => {
  const pieces = of.map((count) => ({ count }))
  expect(piecesShownFirst(pieces)).toEqual(pieces.slice(0, shown))
})

test('joined, pieces are the library in its order; all but the newest are of the usual size', () => {
  const ids = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 6 }), { maxLength: 4_000, size: 'max' })
  fc.assert(
    fc.property(ids, (some) => {
      const videos = some.map((id) => ({ id }))
      const [newest = [], ...older] = cutIntoPieces(videos)
      expect([newest, ...older].flat()).toEqual(videos)
      for (const piece of older) expect(piece.length).toBeGreaterThanOrEqual(pieceSize.fewest)
      for (const piece of [newest, ...older]) expect(piece.length).toBeLessThanOrEqual(pieceSize.most)
    }),
    { numRuns: runs(20), endOnFailure: true },
  )
})

test('pieces of a large library hold 900 videos or so', () => {
  const count = cutIntoPieces(library(100_000)).length
  expect(count).toBeGreaterThan(90)
  expect(count).toBeLessThan(125)
})

describe('a browser that has a library of 20,000 loads', () => {
  const videos = library(20_000)
  const places = Array.from({ length: 40 }, (_, n) => n * 499 + 3)

  test('nothing if nothing has changed', () => {
    expect(changed(videos, library(20_000))).toBe(0)
  })

  test('the newest piece, and a new one if it became full, after a new video', () => {
    for (let count = 20_000; count < 20_060; count += 1) {
      expect(changed(library(count), library(count + 1))).toBeLessThanOrEqual(2)
      const [, ...older] = cutIntoPieces(library(count))
      expect(cutIntoPieces(library(count + 1)).slice(-older.length)).toEqual(older)
    }
  })

  test('one piece after a video was edited', () => {
    for (const place of places) {
      const edited = videos.with(place, { id: videos[place]?.id ?? '', title: 'Another' })
      expect(changed(videos, edited)).toBe(1)
    }
  })

  test.each([
    { what: 'withdrawn', change: (place: number) => videos.toSpliced(place, 1) },
    {
      what: 'published under an earlier day',
      change: (place: number) => videos.toSpliced(place, 0, { id: `late-${place}` }),
    },
  ])('few pieces after a video was $what', ({ change }) => {
    const counts = places.map((place) => changed(videos, change(place)))
    expect(Math.max(...counts)).toBeLessThanOrEqual(8)
    expect(counts.reduce((sum, count) => sum + count, 0) / counts.length).toBeLessThan(2)
  })
})
