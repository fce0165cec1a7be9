import type { Film } from '../film.ts'
import { draw } from '../picture.ts'
import { code, picture, prints } from '../scene-parts.ts'

/** The longest film of the library: builds one program from scratch and solves each problem as it arises. */
export const searchFromNothing: Film = {
  id: 'search-from-nothing',
  title: 'A search box, from nothing',
  motif: 'setTimeout + abort()',
  published: '2026-06-16',
  tags: ['javascript', 'async', 'http', 'design'],
  versions: ['ES2024'],
  description: `A field, a list, and a server with ten thousand products: thirty lines of JavaScript, without a library. The film begins with an empty page, and meets each trouble when it comes: too many requests, answers in the wrong order, failures, and a field that is emptied again.

What you take home works for everything that asks a server while somebody types. Reference: [AbortController](https://developer.mozilla.org/en-US/docs/Web/API/AbortController), [URLSearchParams](https://developer.mozilla.org/en-US/docs/Web/API/URLSearchParams).`,
  opening: {
    say: 'A field, a list, and a server that knows ten thousand products. Let us build the search box that belongs between them.',
  },
  scenes: [
    {
      chapter: 'What we build',
      panels: [
        picture(1100, 330, (step) =>
          [
            draw.box(60, 42, 420, 70, step === 0 ? '' : 'lam|', step === 0 ? '' : 'lit'),
            draw.text(60, 17, 'the field', 'start'),
            draw.when(
              step > 0,
              draw.box(60, 130, 420, 56, 'Lamp, small'),
              draw.box(60, 190, 420, 56, 'Lamp shade'),
              draw.box(60, 250, 420, 56, 'Laminate floor'),
            ),
            draw.box(780, 110, 260, 110, '10,000\nproducts'),
            draw.arrow(500, 75, 765, 140, 'what is typed', step === 1 ? 'lit' : ''),
            draw.when(step > 0, draw.arrow(765, 195, 500, 220, 'what is found', step === 1 ? 'lit' : '')),
            draw.when(step > 1, draw.text(790, 290, 'and people type quickly', 'bad')),
          ].join(''),
        ),
      ],
      steps: [
        { say: 'People type into the field.' },
        { say: 'The server looks, and we show what it found.' },
        { say: 'It sounds like an afternoon. The trouble begins when somebody types quickly.' },
      ],
    },
    {
      chapter: 'Hear what is typed',
      panels: [
        code(
          'ts',
          `
const field = document.querySelector('input')
const list = document.querySelector('ul')

field.addEventListener('input', () => {
  search(field.value)
})`,
          'search.js',
        ),
      ],
      steps: [
        { say: 'Two elements are enough: one to type in, and one for what is found.', until: 2 },
        { say: 'Whenever the text changes, we search.', until: 6 },
        {
          say: 'Take the input event, and not a key event. It hears pasting, dictation, and the little cross that empties the field.',
          focus: '4',
        },
      ],
    },
    {
      chapter: 'Ask the server',
      panels: [
        code(
          'ts',
          `
async function search(text) {
  const query = new URLSearchParams({ q: text })
  const reply = await fetch(\`/products?\${query}\`)
  show(await reply.json())
}`,
          'search.js',
        ),
      ],
      steps: [
        { say: 'Searching means asking. So the function is asynchronous.', until: 1 },
        {
          say: 'URLSearchParams writes the query. Somebody may search for salt & pepper, and the ampersand must not end it.',
          until: 2,
        },
        { say: 'Then we fetch, and wait.', until: 3 },
        { say: 'And what comes back, we show.' },
      ],
    },
    {
      chapter: 'Show what was found',
      panels: [
        code(
          'ts',
          `
function show(products) {
  list.replaceChildren(
    ...products.map(({ name }) => {
      const item = document.createElement('li')
      item.textContent = name
      return item
    }),
  )
}`,
          'search.js',
        ),
      ],
      steps: [
        { say: 'Each product becomes one item of the list.' },
        {
          say: 'The name goes in as text, and never as HTML. A product that is called like a script tag stays a name.',
          focus: '5',
        },
        {
          say: 'And replaceChildren swaps all the old items for the new ones at once. Nothing flickers.',
          focus: '2',
        },
        { say: 'That is a search box. It works. Let us look at what it does.' },
      ],
    },
    {
      chapter: 'Too many questions',
      panels: [
        picture(1100, 330, (step) =>
          [
            ...['l', 'la', 'lam', 'lamp'].map((text, index) =>
              [
                draw.box(60 + index * 170, 40, 110, 64, text, index === 3 ? 'lit' : ''),
                draw.arrow(
                  115 + index * 170,
                  120,
                  115 + index * 170,
                  220,
                  '',
                  step > 0 && index < 3 ? 'bad' : 'good',
                ),
              ].join(''),
            ),
            draw.box(60, 235, 620, 64, 'server'),
            draw.text(890, 80, '4 requests', 'strong'),
            draw.when(step > 0, draw.text(890, 130, '3 of them for nothing', 'bad')),
          ].join(''),
        ),
      ],
      steps: [
        { say: 'Type lamp, and four requests leave: one for each letter.' },
        {
          say: 'Three of them ask for what nobody wanted to know. Most of the work of your server is for nothing.',
        },
      ],
    },
    {
      chapter: 'Wait for a pause',
      panels: [
        code(
          'ts',
          `
let timer

field.addEventListener('input', () => {
  clearTimeout(timer)
  timer = setTimeout(() => {
    search(field.value)
  }, 200)
})`,
          'search.js',
        ),
      ],
      steps: [
        { say: 'So we wait until people pause. For that we need a timer.', until: 1 },
        { say: 'Each letter stops the timer that the letter before has started.', until: 4 },
        { say: 'And it starts a new one. Only silence lets it ring.', until: 8 },
        {
          say: 'Two hundred milliseconds is a good pause: longer than the way from key to key, and shorter than a thought.',
          focus: '7',
        },
        { say: 'This is called debouncing. Many libraries sell it. It is three lines.', focus: '4-5' },
      ],
    },
    {
      chapter: 'The answer that came late',
      panels: [
        picture(1100, 350, (step) =>
          [
            draw.text(60, 50, 'you', 'start strong'),
            draw.text(60, 300, 'server', 'start strong'),
            draw.line(185, 50, 1040, 50),
            draw.line(185, 300, 1040, 300),
            draw.arrow(230, 60, 300, 290, 'la', step === 1 ? 'lit' : ''),
            draw.when(step > 0, draw.arrow(430, 60, 500, 290, 'lamp', step === 1 ? 'lit' : '')),
            draw.when(step > 1, draw.arrow(560, 290, 630, 60, 'lamps', step === 2 ? 'good' : '')),
            draw.when(step > 2, draw.arrow(830, 290, 900, 60, 'lace', 'bad')),
            draw.when(step > 2, draw.text(965, 20, 'lamp is typed, lace is shown', 'bad end')),
          ].join(''),
        ),
      ],
      steps: [
        { say: 'Now the quiet trouble. Somebody types la, and pauses.' },
        { say: 'Then they go on to lamp. Two questions are on their way.' },
        { say: 'The second answer is quick, and the lamps are shown.' },
        {
          say: 'Then the first one arrives, late, and replaces them. The field says lamp, and the list says lace.',
        },
      ],
    },
    {
      chapter: 'Take the question back',
      panels: [
        code(
          'ts',
          `
let running

async function search(text) {
  running?.abort()
  running = new AbortController()
  const { signal } = running
  const query = new URLSearchParams({ q: text })
  const url = \`/products?\${query}\`
  const reply = await fetch(url, { signal })
  show(await reply.json())
}`,
          'search.js',
        ),
      ],
      steps: [
        { say: 'No request can promise to be in time. But we can take an old one back.', until: 1 },
        { say: 'A new search ends the one before it.', until: 4 },
        { say: 'An AbortController has a signal, which fetch listens to.', until: 6 },
        { say: 'We pass it along.', until: 9 },
        {
          say: 'When it is aborted, the promise rejects, and the browser hangs up. Nothing late can ever reach show.',
          focus: '9-10',
        },
      ],
    },
    {
      chapter: 'Say when it fails',
      panels: [
        code(
          'ts',
          `
async function searchAndSay(text) {
  status.textContent = 'Searching …'
  try {
    await search(text)
    status.textContent = ''
  } catch (error) {
    if (error.name === 'AbortError') return
    status.textContent = 'No answer. Try again.'
  }
}`,
          'search.js',
        ),
      ],
      steps: [
        { say: 'Networks fail, and whoever waits deserves a word.', until: 2 },
        { say: 'When all goes well, the word goes away again.', until: 5 },
        { say: 'Being aborted is no failure: we did that ourselves.', until: 7 },
        { say: 'Everything else is said. Give the element the role status, and screen readers say it too.' },
      ],
    },
    {
      chapter: 'A five hundred is an answer',
      panels: [
        code(
          'ts',
          `
const reply = await fetch(url, { signal })
if (!reply.ok) throw new Error(reply.statusText)
show(await reply.json())`,
          'search.js',
        ),
      ],
      steps: [
        { say: 'One more trap. Fetch rejects when there is no answer at all.', until: 1 },
        { say: 'A server error is an answer, so you have to look.', until: 2 },
        { say: 'Now it ends where all failures end.' },
      ],
    },
    {
      chapter: 'The empty field',
      panels: [
        code(
          'ts',
          `
field.addEventListener('input', () => {
  clearTimeout(timer)
  const text = field.value.trim()
  if (text === '') {
    running?.abort()
    return show([])
  }
  timer = setTimeout(() => searchAndSay(text), 200)
})`,
          'search.js',
        ),
      ],
      steps: [
        { say: 'And somebody empties the field. They want an empty list, and they want it now.', until: 4 },
        {
          say: 'So there is no timer for it. But there may be a question under way, and its answer would fill the list again.',
          until: 5,
        },
        { say: 'We take it back, and show nothing.', until: 7 },
        { say: 'For all the rest we wait, as before.' },
      ],
    },
    {
      chapter: 'Try it',
      panels: [
        prints(
          [
            [0, 'typed quickly: lamp', 'quiet'],
            [0, 'GET /products?q=lamp    200    38 ms', 'good'],
            [1, ''],
            [1, 'typed slowly: la … mp', 'quiet'],
            [1, 'GET /products?q=la      (canceled)', 'quiet'],
            [1, 'GET /products?q=lamp    200    41 ms', 'good'],
            [2, ''],
            [2, 'the server is down', 'quiet'],
            [2, 'GET /products?q=lamp    503', 'bad'],
          ],
          'Network',
        ),
      ],
      steps: [
        { say: 'Typed quickly, there is one request: for the word that was meant.' },
        { say: 'Typed slowly, there are two, and the first one is taken back.' },
        { say: 'And when the server is down, people read that it is.' },
      ],
    },
    {
      chapter: 'Thirty lines',
      panels: [
        picture(1100, 300, (step) =>
          [
            draw.box(60, 80, 290, 120, 'wait', step === 0 ? 'lit' : ''),
            draw.box(405, 80, 290, 120, 'take back', step === 1 ? 'lit' : ''),
            draw.box(750, 80, 290, 120, 'say', step === 2 ? 'lit' : ''),
            draw.text(205, 240, 'a calm server'),
            draw.text(550, 240, 'an honest list'),
            draw.text(895, 240, 'people who stay'),
          ].join(''),
        ),
      ],
      steps: [
        { say: 'Thirty lines, and no library. Waiting keeps the server calm.' },
        { say: 'Taking back what is stale keeps the list honest.' },
        {
          say: 'And saying what went wrong keeps the people. You will need all three wherever somebody types.',
        },
      ],
    },
  ],
  recap: {
    points: [
      { say: 'Wait for a pause before you ask.' },
      { say: 'Take back the question that nobody asks any more.' },
      { say: 'Say what went wrong, unless it was you.' },
    ],
  },
}
