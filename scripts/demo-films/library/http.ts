import type { Category } from '../film.ts'
import { draw } from '../picture.ts'
import { answer, code, picture } from '../scene-parts.ts'

export const http: readonly Category[] = [
  {
    folder: 'http',
    name: 'HTTP and APIs',
    position: 5,
    hue: 255,
    description:
      'The protocol below every framework: what the headers say, and what goes wrong when nobody reads them.',
    films: [
      {
        id: 'idempotency-keys',
        title: 'Pay once, even if you ask twice',
        motif: 'Idempotency-Key',
        published: '2026-06-16',
        tags: ['http', 'design', 'concurrency'],
        versions: ['Node 24', 'PostgreSQL 17'],
        description: `A payment request times out. Was it carried out? The client cannot know, so it must be allowed to ask again. With a key that stays the same for every attempt, the server can tell a repetition from a new order.

- the client makes the key *before* the first attempt and stores it
- the server stores key and answer in the same transaction as the effect
- the same key with another body is an error`,
        opening: {
          say: 'The request timed out. Did the customer pay? You cannot know. So it must be safe to ask again.',
        },
        scenes: [
          {
            chapter: 'The lost answer',
            panels: [
              picture(1100, 420, (step) =>
                [
                  draw.text(180, 30, 'client', 'strong'),
                  draw.text(900, 30, 'server', 'strong'),
                  draw.line(180, 55, 180, 410, 'quiet'),
                  draw.line(900, 55, 900, 410, 'quiet'),
                  draw.arrow(190, 100, 890, 130, 'POST /payments   key 7f3a', 'lit'),
                  draw.box(930, 105, 150, 56, 'charged', 'good'),
                  draw.arrow(890, 190, 560, 206, '', 'bad'),
                  draw.text(500, 208, 'lost', 'bad'),
                  draw.when(
                    step > 0,
                    draw.arrow(190, 280, 890, 310, 'POST /payments   key 7f3a', 'lit'),
                    draw.box(930, 285, 150, 56, 'seen it', 'lit'),
                    draw.arrow(890, 360, 190, 390, '201, the first answer again', 'good'),
                  ),
                ].join(''),
              ),
            ],
            steps: [
              { say: 'The server charges the card, but the answer gets lost on its way back.' },
              {
                say: 'The client asks again, with the same key. The server knows it, and repeats its first answer.',
              },
            ],
          },
          {
            chapter: 'The server',
            panels: [
              code(
                'sql',
                `
begin;
insert into attempts (key, body_hash) values ($1, $2)
on conflict (key) do nothing
returning key;  -- no row? answer from the table

insert into payments (customer_id, cents)
values ($3, $4);
update attempts set answer = $5 where key = $1;
commit;`,
                'one transaction',
              ),
            ],
            steps: [
              { say: 'The key has a unique index. Whoever inserts it first does the work.', focus: '2-4' },
              { say: 'The effect and its answer are stored together, or not at all.', focus: '6-8' },
            ],
          },
        ],
        recap: {
          points: [
            { say: 'Make the key before the first attempt.' },
            { say: 'Store key, effect and answer in one transaction.' },
            { say: 'A repeated key gets the first answer.' },
          ],
        },
      },
    ],
  },
  {
    folder: 'http/caching',
    name: 'Caching and transfer',
    position: 1,
    description: 'Send less: nothing at all when nothing has changed, and only the part that is wanted.',
    films: [
      {
        id: 'etags',
        title: 'Nothing new: ETag and 304',
        motif: 'HTTP/1.1 304',
        published: '2025-11-18',
        tags: ['http', 'caching', 'performance'],
        versions: ['HTTP/1.1'],
        free: true,
        description: `An \`ETag\` is a fingerprint of an answer. The browser sends it back with the next request, and if it still fits, the server answers *304 Not Modified* without a body.

\`Cache-Control: no-cache\` does not mean *do not store*. It means *store, but ask me first*, which is exactly what an ETag is made for. Reference: [HTTP caching](https://developer.mozilla.org/en-US/docs/Web/HTTP/Guides/Caching).`,
        opening: {
          say: 'Two megabytes, downloaded again, and not a single byte has changed. Let us save them.',
          de: 'Zwei Megabyte, noch einmal geladen, und kein Byte hat sich geändert. Sparen wir sie uns.',
        },
        scenes: [
          {
            chapter: 'A fingerprint',
            arrange: 'rows',
            panels: [
              code('http', 'GET /catalogue HTTP/1.1\nHost: films.example', 'first request'),
              answer(
                0,
                'http',
                'HTTP/1.1 200 OK\nETag: "b7c1-2f"\nCache-Control: private, no-cache\nContent-Length: 2097152',
                'answer',
              ),
            ],
            steps: [
              {
                say: 'The first answer carries an ETag: a fingerprint of its content.',
                de: 'Die erste Antwort trägt ein ETag: einen Fingerabdruck ihres Inhalts.',
                focus: ['', '2'],
              },
              {
                say: 'No-cache sounds like a ban. But it means: keep it, and ask me before you use it.',
                de: 'No-cache klingt wie ein Verbot. Es heißt aber nur, dass der Browser vor der Benutzung fragen soll.',
                focus: ['', '3'],
              },
            ],
          },
          {
            chapter: 'Ask with it',
            arrange: 'rows',
            panels: [
              code(
                'http',
                'GET /catalogue HTTP/1.1\nHost: films.example\nIf-None-Match: "b7c1-2f"',
                'next request',
              ),
              answer(1, 'http', 'HTTP/1.1 304 Not Modified\nETag: "b7c1-2f"', 'answer, without a body'),
            ],
            steps: [
              {
                say: 'Next time the browser sends the fingerprint along.',
                de: 'Beim nächsten Mal schickt der Browser den Fingerabdruck mit.',
                focus: '3',
              },
              {
                say: 'It still fits. So the answer is three hundred and four: a few bytes, and no body.',
                de: 'Er passt noch. Also ist die Antwort dreihundertvier: ein paar Byte und kein Inhalt.',
                focus: ['', '1'],
              },
            ],
          },
        ],
        recap: {
          points: [
            {
              say: 'An `ETag` is the fingerprint of an answer.',
              de: 'Ein ETag ist der Fingerabdruck einer Antwort.',
            },
            {
              say: '`If-None-Match` asks whether it still fits.',
              de: 'If-None-Match fragt, ob er noch passt.',
            },
            {
              say: '`no-cache` means ask first, `no-store` means never keep.',
              de: 'No-cache heißt erst fragen, no-store heißt nie behalten.',
            },
          ],
        },
      },
      {
        id: 'range-requests',
        title: 'Only the middle, please',
        motif: 'Range: bytes=',
        published: '2026-04-14',
        tags: ['http', 'performance', 'caching'],
        versions: ['HTTP/1.1'],
        description: `When you jump to minute forty of a film, the player does not download the thirty nine before it. It asks for a range of bytes and gets *206 Partial Content*.

A server that ignores the header and answers *200* makes every jump slow; Safari refuses to play such films at all. Put the index of an MP4 at its front (\`-movflags +faststart\`), or the first range has to be the last.`,
        opening: { say: 'You jump into the middle of a film, and it plays at once. How?' },
        scenes: [
          {
            chapter: 'The question',
            arrange: 'rows',
            panels: [
              code('http', 'GET /films/closures.mp4 HTTP/1.1\nRange: bytes=4000000-4999999'),
              answer(
                1,
                'http',
                'HTTP/1.1 206 Partial Content\nAccept-Ranges: bytes\nContent-Range: bytes 4000000-4999999/9120450\nContent-Length: 1000000',
              ),
            ],
            steps: [
              { say: 'The player asks for a range of bytes, not for the whole file.', focus: '2' },
              { say: 'Two hundred and six says: this is a part.', focus: ['', '1'] },
              { say: 'Content range says which part, and how large the whole thing is.', focus: ['', '3'] },
            ],
          },
          {
            chapter: 'What the player does',
            panels: [
              picture(1100, 330, (step) =>
                [
                  draw.text(50, 40, 'closures.mp4', 'start strong'),
                  draw.box(50, 80, 1000, 80, '', 'bare'),
                  draw.box(50, 80, 130, 80, 'index', step === 0 ? 'lit' : ''),
                  draw.when(step > 0, draw.box(490, 80, 130, 80, 'film', 'lit')),
                  draw.arrow(115, 250, 115, 170, '', step === 0 ? 'lit' : ''),
                  draw.text(50, 280, '1. where is minute 40?', 'start'),
                  draw.when(
                    step > 0,
                    draw.arrow(555, 250, 555, 170, '', 'lit'),
                    draw.text(500, 280, '2. these bytes, please', 'start'),
                  ),
                ].join(''),
              ),
            ],
            steps: [
              { say: 'First it reads the index at the front, and learns where minute forty begins.' },
              { say: 'Then it asks for those bytes only. The rest is never sent.' },
            ],
          },
        ],
        recap: {
          points: [
            { say: '`Range` asks for a part, 206 answers with it.' },
            { say: 'Send `Accept-Ranges`, so that players know.' },
            { say: 'Keep the index of a film at the front of the file.' },
          ],
        },
      },
    ],
  },
  {
    folder: 'http/security',
    name: 'Across origins',
    position: 2,
    description: 'What one site may ask of another, and who decides.',
    films: [
      {
        id: 'cors-preflight',
        title: 'The question before the question',
        motif: 'OPTIONS /orders',
        published: '2025-11-18',
        tags: ['http', 'security', 'pitfalls'],
        versions: ['HTTP/1.1'],
        description: `CORS does not protect your server, it protects the visitor: no page may read with their cookies what another site has. Requests that a plain form could not send are announced first, by an \`OPTIONS\` request, the *preflight*.

Answer it once and let it be remembered with \`Access-Control-Max-Age\`. And never reflect every origin together with credentials. Reference: [CORS](https://developer.mozilla.org/en-US/docs/Web/HTTP/Guides/CORS).`,
        opening: { say: 'You send one request, and the network tab shows two. The first is a question.' },
        scenes: [
          {
            chapter: 'Who asks whom',
            panels: [
              picture(1100, 420, (step) =>
                [
                  draw.text(190, 30, 'page of shop.example', 'strong'),
                  draw.text(880, 30, 'api.example', 'strong'),
                  draw.line(190, 55, 190, 410, 'quiet'),
                  draw.line(880, 55, 880, 410, 'quiet'),
                  draw.arrow(200, 110, 870, 125, 'OPTIONS: may I PUT, with JSON?', 'lit'),
                  draw.when(step > 0, draw.arrow(870, 190, 200, 205, '204: shop.example may', 'good')),
                  draw.when(
                    step > 1,
                    draw.arrow(200, 290, 870, 305, 'PUT /orders/7', 'lit'),
                    draw.arrow(870, 365, 200, 380, '200 OK', 'good'),
                  ),
                ].join(''),
              ),
            ],
            steps: [
              {
                say: 'The page wants to send JSON to another origin. A plain form could not do that, so the browser asks first.',
              },
              { say: 'The server says who may.' },
              { say: 'Only now is the real request sent.' },
            ],
          },
          {
            chapter: 'In words',
            arrange: 'rows',
            panels: [
              code(
                'http',
                'OPTIONS /orders/7 HTTP/1.1\nOrigin: https://shop.example\nAccess-Control-Request-Method: PUT\nAccess-Control-Request-Headers: content-type',
                'the browser',
              ),
              answer(
                1,
                'http',
                'HTTP/1.1 204 No Content\nAccess-Control-Allow-Origin: https://shop.example\nAccess-Control-Allow-Methods: GET, PUT\nAccess-Control-Allow-Headers: content-type\nAccess-Control-Max-Age: 7200',
                'the server',
              ),
            ],
            steps: [
              {
                say: 'The browser names the method and the headers it would like to use.',
                focus: ['3-4', ''],
              },
              { say: 'The server allows them, for this origin.', focus: ['', '2-4'] },
              { say: 'And for two hours, nobody needs to ask again.', focus: ['', '5'] },
            ],
          },
        ],
        recap: {
          points: [
            { say: 'CORS protects visitors, not servers.' },
            { say: 'Name the origins you trust, one by one.' },
            { say: '`Access-Control-Max-Age` saves the second question.' },
          ],
        },
      },
    ],
  },
]
