import { onTestFinished } from 'vitest'
import type { Video, VideoPiece } from '#contract/library/library.ts'
import { type Carried, carriedId } from '#contract/site/carried.ts'
import { type FakeRequest, problem } from './fake-server.ts'

/** A library in pieces, for tests of the screens, which trust the list's numbers: 500 videos, though it holds few. */
export function somePieces(...pieces: readonly (readonly [key: string, videos: readonly Video[]])[]) {
  const list: VideoPiece[] = pieces.map(([key]) => ({ key, count: 500 }))
  const byKey = new Map(pieces)
  return {
    list,
    answers: {
      videoPieces: () => ({ status: 200 as const, body: { pieces: list } }),
      videoPiece: ({ params }: FakeRequest) => {
        const videos = byKey.get(params.key ?? '')
        return videos
          ? { status: 200 as const, body: { videos: [...videos] } }
          : problem('not-found', 'No such piece.')
      },
    },
  }
}

/** Embeds data in the page as in a document, until the test is over. */
export function carry(carried: Partial<Carried>): void {
  const element = document.body.appendChild(document.createElement('script'))
  element.type = 'application/json'
  element.id = carriedId
  element.textContent = JSON.stringify(carried)
  onTestFinished(() => element.remove())
}
