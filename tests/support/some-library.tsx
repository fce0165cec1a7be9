import type {
  Category,
  HistoryEntry,
  Playback,
  Series,
  SoftwareVersion,
  TranscriptHit,
  Video,
} from '#contract/library/library.ts'

export const someVideo = (id: string, more: Partial<Video> = {}): Video => ({
  id,
  title: id,
  description: '',
  durationSeconds: 64,
  publishedOn: '2025-04-08',
  categoryId: 'language',
  tags: [],
  versions: [],
  free: false,
  hasCaptions: true,
  ...more,
})

/** Five videos in nested categories, newest first, for tests of the screens. */
export const someVideos: Video[] = [
  someVideo('abort', { title: 'Stop what you started', categoryId: 'async', publishedOn: '2025-09-23' }),
  someVideo('doubles', {
    title: 'Test doubles',
    categoryId: 'testing',
    publishedOn: '2025-09-23',
    durationSeconds: 3600,
  }),
  someVideo('generators', {
    title: 'Generators: work that waits',
    tags: ['functions'],
    versions: ['es2025'],
    thumbnailUrl: '/posters/generators.webp',
  }),
  someVideo('grouping', { title: 'Grouping a list in one call', tags: ['data'], versions: ['es2024'] }),
  someVideo('closures', {
    title: 'What a closure remembers',
    description: 'A function keeps the **variables** around it.',
    tags: ['functions', 'scope'],
    versions: ['es2024'],
    publishedOn: '2025-01-14',
    durationSeconds: 55,
    free: true,
  }),
]

export const someCategories: Category[] = [
  {
    id: 'javascript',
    name: 'JavaScript',
    urlKey: 'javascript',
    parentIds: [],
    position: 1,
    description: 'The language.',
  },
  { id: 'language', name: 'The language', urlKey: 'language', parentIds: ['javascript'], position: 1 },
  { id: 'async', name: 'Asynchronous code', urlKey: 'async', parentIds: ['javascript'], position: 2 },
  { id: 'testing', name: 'Testing', urlKey: 'testing', parentIds: [], position: 2 },
  { id: 'soon', name: 'Coming soon', urlKey: 'soon', parentIds: [], position: 3 },
]

export const someVersions: SoftwareVersion[] = [
  { id: 'es2024', name: 'ES2024' },
  { id: 'es2025', name: 'ES2025' },
]

export const someSeries: Series[] = [
  {
    urlKey: 'functions',
    title: 'Functions that wait',
    level: 'beginner',
    videoIds: ['closures', 'generators', 'abort'],
    description: 'From **one** function to many.',
    text: [{ tag: 'p', children: ['From one function to many.'] }],
  },
]

export const viewed = (videoId: string, more: Partial<HistoryEntry> = {}): HistoryEntry => ({
  videoId,
  viewedAt: '2025-10-01T10:00:00Z',
  seen: true,
  positionSeconds: 0,
  ...more,
})

/** The playback of a video for a viewer who may watch. */
export function somePlayback(videoId: string, more: Partial<Playback> = {}): Playback {
  const video = someVideos.find(({ id }) => id === videoId) ?? someVideo(videoId)
  return {
    video,
    source: {
      kind: 'file',
      url: `/media/grant-${videoId}/film.mp4`,
      mimeType: 'video/mp4',
      expiresAt: '2025-10-01T10:05:00Z',
    },
    tracks: [],
    chapters: [],
    positionSeconds: 0,
    ...more,
  }
}

/** Answers of the server for the library, to be given to `fakeServer`. */
export function libraryAnswers({
  videos = someVideos,
  history = [] as HistoryEntry[],
  series = [] as Series[],
  hits = [] as TranscriptHit[],
} = {}) {
  return {
    videos: () => ({ status: 200 as const, body: { videos } }),
    categories: () => ({ status: 200 as const, body: { categories: someCategories } }),
    versions: () => ({ status: 200 as const, body: { versions: someVersions } }),
    series: () => ({ status: 200 as const, body: { series } }),
    transcripts: () => ({ status: 200 as const, body: { hits } }),
    videoHistory: () => ({ status: 200 as const, body: { history } }),
  }
}
