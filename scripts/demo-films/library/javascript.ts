import type { Category } from '../film.ts'
import { draw } from '../picture.ts'
import { code, picture, prints } from '../scene-parts.ts'
import { searchFromNothing } from './search-from-nothing.ts'

export const javascript: readonly Category[] = [
  {
    folder: 'javascript',
    name: 'JavaScript',
    position: 1,
    hue: 162,
    description:
      'The language itself, as it is today: what the engine really does with your functions, your objects and your promises.',
    films: [],
  },
  {
    folder: 'javascript/language',
    name: 'The language',
    position: 1,
    description: 'Functions, objects and iteration: the parts that everybody uses and few can explain.',
    films: [
      {
        id: 'closures',
        title: 'What a closure remembers',
        motif: 'const next = counter()',
        published: '2025-01-14',
        tags: ['javascript', 'fundamentals'],
        versions: ['ES2024'],
        free: true,
        description: `A closure is a function together with the variables it can still see. It keeps the *variable*, not a copy of its value, and it keeps it for as long as the function lives.

The film builds a counter, makes two of them, and looks at what each one holds. Read on at MDN: [Closures](https://developer.mozilla.org/en-US/docs/Web/JavaScript/Guide/Closures).`,
        opening: {
          say: 'A closure is a function that remembers. Let us see exactly what it remembers.',
          de: 'Eine Closure ist eine Funktion, die sich erinnert. Sehen wir nach, woran genau.',
        },
        scenes: [
          {
            chapter: 'One counter',
            panels: [
              code(
                'ts',
                `
function counter() {
  let count = 0
  return () => {
    count += 1
    return count
  }
}

const next = counter()
next()
next()`,
                'counter.js',
              ),
              prints([
                [2, '1', undefined, 10],
                [2, '2', undefined, 11],
              ]),
            ],
            steps: [
              {
                say: 'Calling counter creates a local variable, and returns a small function.',
                de: 'Ein Aufruf von counter legt eine lokale Variable an und gibt eine kleine Funktion zurück.',
                until: 7,
              },
              {
                say: 'The inner function uses a variable that is not its own: count belongs to the call around it.',
                de: 'Die innere Funktion benutzt eine Variable, die ihr nicht gehört: count gehört zum Aufruf um sie herum.',
                until: 7,
                focus: '2,4-5',
              },
              {
                say: 'The outer call is long over. Yet each call of next still finds the same variable, and changes it.',
                de: 'Der äußere Aufruf ist längst vorbei. Doch jeder Aufruf von next findet dieselbe Variable und ändert sie.',
              },
            ],
          },
          {
            chapter: 'Two counters',
            arrange: 'rows',
            panels: [
              code(
                'ts',
                'const tickets = counter()\nconst guests = counter()\ntickets(); tickets(); guests()',
              ),
              picture(1100, 270, (step) =>
                [
                  draw.box(40, 40, 200, 70, 'tickets', step === 0 ? 'lit' : ''),
                  draw.box(40, 160, 200, 70, 'guests', step === 0 ? 'lit' : ''),
                  draw.arrow(250, 75, 520, 75, 'remembers', 'lit'),
                  draw.arrow(250, 195, 520, 195, 'remembers', 'lit'),
                  draw.box(530, 40, 290, 70, step === 0 ? 'count = 0' : 'count = 2', step === 1 ? 'lit' : ''),
                  draw.box(
                    530,
                    160,
                    290,
                    70,
                    step === 0 ? 'count = 0' : 'count = 1',
                    step === 1 ? 'lit' : '',
                  ),
                  draw.text(960, 75, 'first call'),
                  draw.text(960, 195, 'second call'),
                ].join(''),
              ),
            ],
            steps: [
              {
                say: 'Call counter twice, and you get two variables. Each function holds on to its own.',
                de: 'Ruft man counter zweimal auf, entstehen zwei Variablen. Jede Funktion hält ihre eigene fest.',
                focus: '1-2',
              },
              {
                say: 'So selling two tickets never touches the guests.',
                de: 'Zwei verkaufte Karten ändern also nichts an den Gästen.',
                focus: '3',
              },
            ],
          },
          {
            chapter: 'A variable, not a value',
            panels: [
              code('ts', `let name = 'Ada'\nconst greet = () => 'Hello ' + name\n\nname = 'Grace'\ngreet()`),
              prints([[1, 'Hello Grace']]),
            ],
            steps: [
              {
                say: 'One more thing. The closure keeps the variable, not the value it had on that day.',
                de: 'Noch etwas. Die Closure behält die Variable, nicht den Wert, den sie damals hatte.',
                focus: '1-2',
              },
              {
                say: 'Change the name later, and the greeting follows.',
                de: 'Ändert sich der Name später, folgt der Gruß.',
                focus: '4-5',
              },
            ],
          },
        ],
        recap: {
          points: [
            {
              say: 'A function keeps the variables it can see, for as long as it lives.',
              de: 'Eine Funktion behält die Variablen, die sie sieht, solange sie lebt.',
            },
            { say: 'Each call makes new variables.', de: 'Jeder Aufruf macht neue Variablen.' },
            {
              say: 'It is the variable that is kept, so later changes show.',
              de: 'Behalten wird die Variable, spätere Änderungen sind also sichtbar.',
            },
          ],
        },
      },
      {
        id: 'lazy-generators',
        title: 'Generators: work that waits',
        motif: 'function* ids()',
        published: '2025-04-08',
        tags: ['javascript', 'iteration', 'performance'],
        versions: ['ES2025', 'Node 24'],
        description: `A generator runs only as far as somebody asks. That makes endless sequences harmless, and long pipelines cheap: \`map\`, \`filter\` and \`take\` on an iterator touch one value at a time and build no array in between.

Iterator helpers arrived with ES2025 and are in every current browser and in Node 22 and later. Reference: [Iterator on MDN](https://developer.mozilla.org/en-US/docs/Web/JavaScript/Reference/Global_Objects/Iterator).`,
        opening: { say: 'Here is a list without an end, and a program that is not bothered by it.' },
        scenes: [
          {
            chapter: 'Asked, not pushed',
            panels: [
              code(
                'ts',
                `
function* ids() {
  let n = 1
  while (true) {
    yield n++
  }
}

const id = ids()
id.next().value
id.next().value`,
                'ids.js',
              ),
              prints([
                [2, '1', undefined, 9],
                [2, '2', undefined, 10],
              ]),
            ],
            steps: [
              { say: 'The star makes it a generator. The loop never stops, yet nothing hangs.', until: 6 },
              { say: 'At every yield the function pauses, and keeps its variables.', until: 6, focus: '4' },
              { say: 'Only a call of next lets it run on, to the following yield.' },
            ],
          },
          {
            chapter: 'A lazy pipeline',
            panels: [
              code(
                'ts',
                `
const tickets = ids()
  .filter((n) => n % 2 === 1)
  .map((n) => \`T-\${n}\`)
  .take(3)

tickets.toArray()`,
              ),
              prints([[1, "['T-1', 'T-3', 'T-5']", 'good']]),
            ],
            steps: [
              {
                say: 'Iterators have filter, map and take. So far not one number has been made.',
                focus: '1-4',
              },
              {
                say: 'Now the array asks for three values. Five numbers are made, then the generator is closed.',
                focus: '6',
              },
            ],
          },
        ],
        recap: {
          points: [
            { say: 'A generator does nothing until it is asked.' },
            { say: 'Iterator helpers handle one value at a time, with no arrays in between.' },
            { say: 'With `take`, even an endless source is safe.' },
          ],
        },
      },
      {
        id: 'array-grouping',
        title: 'Grouping a list in one call',
        motif: 'Object.groupBy(orders,\n  (order) => order.status)',
        published: '2025-04-08',
        tags: ['javascript', 'data'],
        versions: ['ES2024', 'Node 24'],
        description: `\`Object.groupBy\` and \`Map.groupBy\` replace the \`reduce\` that every code base has written a dozen times. Use the object for string keys, the map when the key is an object, a number or a date.

One detail: the resulting object has no prototype, so a group called \`toString\` is harmless, and \`hasOwnProperty\` is not there. See [Object.groupBy](https://developer.mozilla.org/en-US/docs/Web/JavaScript/Reference/Global_Objects/Object/groupBy).`,
        opening: { say: 'You have written this loop before. Since ES 2024 you need not write it again.' },
        scenes: [
          {
            chapter: 'From reduce to groupBy',
            arrange: 'rows',
            panels: [
              code(
                'ts',
                `
const byStatus = orders.reduce((groups, order) => {
  (groups[order.status] ??= []).push(order)
  return groups
}, {})`,
                'before',
              ),
              code(
                'ts',
                'const byStatus = Object.groupBy(\n  orders,\n  (order) => order.status,\n)',
                'after',
              ),
            ],
            steps: [
              {
                say: 'Grouping with reduce works. But the reader has to decode it every time.',
                focus: ['1-4', ''],
              },
              {
                say: 'Object.groupBy takes the list, and a function that names the group.',
                focus: ['', '1-4'],
              },
            ],
          },
          {
            chapter: 'What comes back',
            panels: [
              code(
                'ts',
                `
const { paid = [], open = [] } =
  Object.groupBy(orders, (o) => o.status)

paid.length
open.length`,
              ),
              prints([
                [1, '2'],
                [1, '0'],
              ]),
            ],
            steps: [
              {
                say: 'A group without members does not exist. So give each one an empty list as its default.',
                focus: '1-2',
              },
              { say: 'Then counting is safe, even where nothing was found.', focus: '4-5' },
            ],
          },
          {
            chapter: 'Keys that are not text',
            panels: [
              code(
                'ts',
                `
const byCustomer = Map.groupBy(
  orders,
  (order) => order.customer,
)

byCustomer.get(ada)`,
              ),
            ],
            steps: [
              {
                say: 'Object keys turn into text. When the key is an object, group into a Map instead.',
                focus: '1-4',
              },
            ],
          },
        ],
        recap: {
          points: [
            { say: '`Object.groupBy` for text, `Map.groupBy` for everything else.' },
            { say: 'Empty groups are missing, so use defaults.' },
            { say: 'The result has no prototype: any name is a safe key.' },
          ],
        },
      },
      {
        id: 'structured-clone',
        title: 'A copy that is really a copy',
        motif: 'structuredClone(order)',
        published: '2025-06-17',
        tags: ['javascript', 'data', 'pitfalls'],
        versions: ['Node 24'],
        description: `Spread copies one level. Everything below is shared, and the bug shows up far away. \`structuredClone\` copies the whole tree, including dates, maps, sets, typed arrays and cycles, which a round trip through JSON does not survive.

Functions and DOM nodes cannot be cloned and throw a \`DataCloneError\`; class instances come back as plain objects.`,
        opening: { say: 'Three dots copy an object. Or do they? Watch the lines of this order.' },
        scenes: [
          {
            chapter: 'Spread is shallow',
            panels: [
              code(
                'ts',
                `
const order = { id: 7, lines: ['book'] }
const draft = { ...order }

draft.lines.push('pen')

order.lines`,
              ),
              prints([[1, "['book', 'pen']", 'bad']]),
            ],
            steps: [
              {
                say: 'The draft is a new object. But the list inside it is still the old one.',
                focus: '1-2',
              },
              { say: 'Add a pen to the draft, and the original order has a pen too.', focus: '4-6' },
            ],
          },
          {
            chapter: 'Deep, with types',
            panels: [
              code(
                'ts',
                `
const draft = structuredClone(order)
draft.lines.push('pen')
order.lines

const event = {
  at: new Date(),
  tags: new Set(['vip']),
}
JSON.parse(JSON.stringify(event))
structuredClone(event)`,
              ),
              prints([
                [0, "['book']", 'good'],
                [1, ''],
                [1, 'at   a string', 'bad'],
                [1, 'tags {}', 'bad'],
                [2, 'at   a Date', 'good'],
                [2, 'tags a Set', 'good'],
              ]),
            ],
            steps: [
              { say: 'structuredClone copies every level. The original stays as it was.', focus: '1-3' },
              {
                say: 'The old trick with JSON loses types: the date becomes a string, and the set becomes empty.',
                focus: '5-9',
              },
              { say: 'A structured clone keeps both, and even cycles survive.', focus: '10' },
            ],
          },
        ],
        recap: {
          points: [
            { say: 'Spread copies one level only.' },
            { say: '`structuredClone` copies the tree, with dates, maps and sets.' },
            { say: 'Functions cannot be cloned: they throw, so you notice.' },
          ],
        },
      },
    ],
  },
  {
    folder: 'javascript/async',
    name: 'Asynchronous code',
    position: 2,
    description: 'Promises, the event loop, and how to stop what you have started.',
    films: [
      searchFromNothing,
      {
        id: 'microtasks-first',
        title: 'Microtasks go first',
        motif: 'A D C B',
        published: '2025-02-11',
        tags: ['javascript', 'async', 'fundamentals'],
        versions: ['ES2024', 'Node 24'],
        description: `Four lines of code and an order that surprises most people. The running script finishes first, then *all* waiting microtasks, and only then the next task, such as a timer.

That is why a \`setTimeout\` of zero is never immediate, and why an endless chain of promises can starve the page. See [Using microtasks](https://developer.mozilla.org/en-US/docs/Web/API/HTML_DOM_API/Microtask_guide) on MDN.`,
        opening: {
          say: 'Four lines, four letters. In which order do they appear?',
          de: 'Vier Zeilen, vier Buchstaben. In welcher Reihenfolge erscheinen sie?',
        },
        scenes: [
          {
            chapter: 'Guess first',
            panels: [
              code(
                'ts',
                `
console.log('A')

setTimeout(() => console.log('B'), 0)

Promise.resolve()
  .then(() => console.log('C'))

console.log('D')`,
                'order.js',
              ),
              prints([
                [1, 'A', undefined, 1],
                [1, 'D', undefined, 8],
                [2, 'C', undefined, 6],
                [2, 'B', undefined, 3],
              ]),
            ],
            steps: [
              {
                say: 'A timer of zero milliseconds, a promise that is already resolved, and two plain lines.',
                de: 'Ein Timer mit null Millisekunden, ein schon erfülltes Promise und zwei einfache Zeilen.',
                until: 8,
              },
              {
                say: 'The script itself is never interrupted, so A and D come first.',
                de: 'Das Skript selbst wird nie unterbrochen, also kommen A und D zuerst.',
                focus: '1,8',
              },
              {
                say: 'Then the promise, and the timer comes last. Why?',
                de: 'Dann das Promise, und der Timer kommt zuletzt. Warum?',
                focus: '3,5-6',
              },
            ],
          },
          {
            chapter: 'Two queues',
            panels: [
              picture(1100, 440, (step) =>
                [
                  draw.text(190, 30, 'running', 'strong'),
                  draw.box(
                    60,
                    60,
                    260,
                    330,
                    step === 0 ? 'script\n\nA  D' : 'empty',
                    step === 0 ? 'lit' : 'bare',
                  ),
                  draw.text(430, 80, 'microtasks: all of them, at once', 'start strong'),
                  draw.box(430, 110, 270, 80, step < 1 ? "log('C')" : '', step < 1 ? '' : 'bare'),
                  draw.when(step === 1, draw.box(430, 110, 270, 80, "log('C')", 'lit')),
                  draw.text(430, 270, 'tasks: one at a time', 'start strong'),
                  draw.box(430, 300, 270, 80, step < 2 ? "log('B')" : '', step < 2 ? '' : 'bare'),
                  draw.when(step === 2, draw.box(430, 300, 270, 80, "log('B')", 'lit')),
                  draw.when(step >= 1, draw.arrow(425, 150, 328, 190, '', step === 1 ? 'lit' : '')),
                  draw.when(step >= 2, draw.arrow(425, 340, 328, 290, '', 'lit')),
                  draw.text(835, 150, 'promise.then', 'start'),
                  draw.text(835, 340, 'setTimeout', 'start'),
                  draw.line(710, 150, 820, 150, 'quiet'),
                  draw.line(710, 340, 820, 340, 'quiet'),
                ].join(''),
              ),
            ],
            steps: [
              {
                say: 'While the script runs, both callbacks only wait, in two different queues.',
                de: 'Solange das Skript läuft, warten beide Rückrufe nur, in zwei verschiedenen Schlangen.',
              },
              {
                say: 'When it ends, the engine empties the microtask queue, to the last one.',
                de: 'Ist es fertig, leert die Engine die Schlange der Microtasks, bis zur letzten.',
              },
              {
                say: 'Only then may one task run: here, the timer.',
                de: 'Erst dann darf eine Task laufen: hier der Timer.',
              },
            ],
          },
        ],
        recap: {
          points: [
            {
              say: 'The running script is never interrupted.',
              de: 'Das laufende Skript wird nie unterbrochen.',
            },
            {
              say: 'Then every microtask, then a single task.',
              de: 'Danach jede Microtask, dann eine einzige Task.',
            },
            {
              say: 'A timer of zero means later, never now.',
              de: 'Ein Timer mit null heißt später, nie sofort.',
            },
          ],
        },
      },
      {
        id: 'abort-controller',
        title: 'Stop what you started',
        motif: 'controller.abort()',
        published: '2025-09-23',
        tags: ['javascript', 'async', 'http'],
        versions: ['ES2024', 'Node 24'],
        description: `A search box that fires a request per key will, sooner or later, show the answer to the wrong question. An \`AbortController\` cancels the request before it, and \`AbortSignal.any\` adds a time limit to it.

The same signal works for \`fetch\`, event listeners, streams and Node's own APIs. Reference: [AbortSignal](https://developer.mozilla.org/en-US/docs/Web/API/AbortSignal).`,
        opening: { say: 'Somebody types into a search box. The slow answer arrives last, and wins.' },
        scenes: [
          {
            chapter: 'The race',
            panels: [
              picture(1100, 420, (step) =>
                [
                  draw.text(90, 90, 'rea', 'strong'),
                  draw.text(90, 250, 'react', 'strong'),
                  draw.line(350, 90, step === 0 ? 960 : 430, 90, step === 0 ? 'bad' : 'quiet'),
                  draw.line(330, 250, 640, 250, 'lit'),
                  draw.box(170, 55, 180, 70, 'request 1', step === 0 ? '' : 'quiet'),
                  draw.box(370, 215, 180, 70, 'request 2', 'lit'),
                  draw.when(step === 0, draw.box(890, 55, 170, 70, 'shown', 'bad')),
                  draw.when(step === 1, draw.text(520, 90, 'aborted', 'bad')),
                  draw.box(640, 215, 170, 70, 'shown', step === 0 ? '' : 'good'),
                  draw.arrow(120, 360, 1050, 360, ''),
                  draw.text(1010, 388, 'time'),
                ].join(''),
              ),
            ],
            steps: [
              { say: 'The first request is slow. Its answer replaces the one that the reader asked for.' },
              { say: 'We want the second request to cancel the first.' },
            ],
          },
          {
            chapter: 'The controller',
            panels: [
              code(
                'ts',
                `
let running = new AbortController()

async function search(words) {
  running.abort()
  running = new AbortController()
  const { signal } = running
  const url = \`/search?q=\${words}\`
  const reply = await fetch(url, { signal })
  return reply.json()
}`,
                'search.js',
              ),
            ],
            steps: [
              {
                say: 'Each search first aborts the one before it, then makes a fresh controller.',
                focus: '4-5',
              },
              {
                say: 'Its signal goes into fetch. An aborted fetch rejects with an AbortError, which you simply ignore.',
                focus: '6,8',
              },
            ],
          },
          {
            chapter: 'And a time limit',
            panels: [
              code(
                'ts',
                `
const signal = AbortSignal.any([
  running.signal,
  AbortSignal.timeout(5000),
])`,
              ),
            ],
            steps: [
              {
                say: 'Signals combine: whichever comes first, the newer search, or five seconds.',
                focus: '2-3',
              },
            ],
          },
        ],
        recap: {
          points: [
            { say: 'One controller per piece of work.' },
            { say: 'Pass its `signal` to everything that can be stopped.' },
            { say: '`AbortSignal.timeout` and `any` give you deadlines for free.' },
          ],
        },
      },
    ],
  },
]
