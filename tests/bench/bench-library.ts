import type { Database } from '#server/database/open.ts'

/** Ids of the generated videos, from 0. */
export const videoId = (number: number) => `video-${number}`

const words =
  'state effect closure reducer promise async stream cache render commit branch merge type union generic tuple module bundle worker thread socket queue index query join lock vector matrix tensor layer kernel shader canvas layout grid flex token parser lexer syntax tree node graph edge path cycle sort search hash bucket probe bloom trie heap stack frame scope symbol proxy getter setter event signal timer clock retry budget limit guard policy header cookie session grant cipher digest nonce salt proof test mock fixture snapshot diff patch release canary rollback deploy region replica leader quorum log offset segment page block sector driver'.split(
    ' ',
  )
const topics = ['Closures', 'Effects', 'Reducers', 'Suspense', 'Routing', 'Forms', 'Testing', 'Queries']

/** Fills the library with videos whose texts are as varied as real ones, the same in every run, with one film between them. */
export async function storeLibrary({ db }: Database, videoCount: number, filmKey: string): Promise<void> {
  const random = seeded(1)
  const pick = <Value>(list: readonly Value[]) => list[Math.floor(random() * list.length)] as Value
  const sentence = (length: number) => Array.from({ length }, () => pick(words)).join(' ')
  const categories = topics.map((name, position) => ({
    id: `category-${position}`,
    name,
    url_key: name.toLowerCase(),
    position,
  }))
  await db.insertInto('category').values(categories).execute()
  await db.insertInto('software_version').values({ id: 'react-19', name: 'React 19' }).execute()
  const firstDay = Date.UTC(2020, 0, 1)
  const videos = Array.from({ length: videoCount }, (_, number) => ({
    id: videoId(number),
    title: `${pick(topics)}: ${sentence(5)}`,
    description: `How ${sentence(8)}, and **why** ${sentence(12)}.\n\nThen ${sentence(10)}.`,
    duration_seconds: 60 + Math.floor(random() * 900),
    published_on: new Date(firstDay + (number % 2000) * 86_400_000).toISOString().slice(0, 10),
    category_id: pick(categories).id,
    tags: [...new Set([pick(words), pick(words)])],
    version_ids: ['react-19'],
    free: number % 50 === 1,
    film_key: filmKey,
    tracks: '[]',
    chapters: '[]',
  }))
  for (let at = 0; at < videos.length; at += 500)
    await db
      .insertInto('video')
      .values(videos.slice(at, at + 500))
      .execute()
  await db.insertInto('catalogue').values({ revision: 1, digest: 'bench', imported_at: new Date() }).execute()
}

/** Numbers from 0 to 1, the same ones for the same seed (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
