/** Why an area misses its goal, by row. */
export const reasons: ReadonlyMap<string, string> = new Map([
  ...[
    'landing page',
    'listing page',
    'video page',
    'a built file',
    'GET /api/videos, 200',
    'GET /api/videos, 304',
  ].map((area): [string, string] => [
    area,
    'Fastify alone reaches 0.85 here. The listing page, with site and load on one processor, where a reply wakes no other one: 0.49; without the log 0.61; without the log and answered in the first hook 0.64.',
  ]),
  [
    'GET /api/user-session, one user',
    'the line of the log again, and whose session it is has to be looked up in what is kept for a second.',
  ],
  [
    'GET /api/user-session, 60 users against one',
    'nearly: ten times the bytes, which raw does not send for nothing either.',
  ],
  [
    '1 MiB ranges, sent by the site',
    'each piece is read into a buffer and written from it; MEDIA_ACCEL leaves that to nginx.',
  ],
  [
    'pages and lists while a film of 10 min is processed',
    'a machine with two processors leaves one to visitors, but decoding and encoding share its caches and memory.',
  ],
  ...[
    'listing page',
    ...['GET /api/user-session', 'GET /api/video/{id}', 'PUT /api/video/position/{id}'].map(
      (call) => `${call}, 100 users in turn`,
    ),
  ].map((area): [string, string] => [
    `${area}, two processes`,
    'five programs share two processors and their caches: both processes, nginx, PostgreSQL and the load generator. At a fixed rate for each process it was 0.8 to 1.6 x from one kind of request to the next, without a pattern.',
  ]),
  ['start, PostgreSQL', 'nearly: what is left is Node, the schemas of the contract, and the routes.'],
  [
    'memory after the bench, PostgreSQL',
    "58 MB are Node's program, 45 what is alive in its heap, 16 the young generation, 16 the buffers of films, 30 malloc's.",
  ],
  [
    'admin search in 1,000,000 contacts, 6 letters, found',
    'nearly: a hundred people and their addresses are read from as many places, most of them not in what PostgreSQL keeps.',
  ],
  [
    'GET /api/video/{id}, the same player again',
    'a third is PostgreSQL, which is asked each time whether the viewer may still watch; the rest is that question and the reply.',
  ],
  [
    'listing with 10,000 videos, to the first card',
    'both are a few hundredths of a second, of which a picture of the browser is one or two.',
  ],
  [
    'video, slow: first frame',
    'the document is longer than a bare one, and its styles and its picture come before the film.',
  ],
  ...['landing, Lighthouse', 'pricing, Lighthouse'].map((area): [string, string] => [
    area,
    'nearly: Lighthouse reckons that the largest picture waits for scripts that came before it on a line without delay.',
  ]),
  ...['listing, Lighthouse', 'video, Lighthouse'].map((area): [string, string] => [
    area,
    'scripts keep its slow processor from answering for a tenth to a third of a second, the more the busier this machine is.',
  ]),
])
