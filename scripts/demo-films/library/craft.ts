import type { Category } from '../film.ts'
import { draw } from '../picture.ts'
import { code, picture, prints, table } from '../scene-parts.ts'

export const craft: readonly Category[] = [
  {
    folder: 'craft',
    name: 'Craft',
    position: 8,
    hue: 350,
    description: 'What is true in every language: names, small functions, honest data.',
    films: [
      {
        id: 'extract-a-function',
        title: 'Extract what needs a comment',
        motif: 'if (isOverdue(invoice))',
        published: '2026-08-18',
        tags: ['design', 'javascript'],
        versions: ['ES2024'],
        description: `A comment above a block often is the name of a function that does not exist yet. Take the block out, give it that name, and the comment has become code that cannot go out of date.

A good sign: you can read the caller aloud, and it is a sentence. A bad sign: the new function needs six parameters, so the seam is in the wrong place.`,
        opening: { say: 'Whenever you write a comment above a few lines, stop. You have just found a name.' },
        scenes: [
          {
            chapter: 'The comment',
            panels: [
              code(
                'ts',
                `
for (const invoice of invoices) {
  // overdue: not paid, more than 14 days late
  const days = (today - invoice.dueOn) / 86_400_000
  if (invoice.paidOn === null && days > 14) {
    remind(invoice)
  }
}`,
                'before',
              ),
            ],
            steps: [
              {
                say: 'To read this loop, you must read all of it. And next month you will read it all again.',
                focus: '1-7',
              },
              {
                say: 'The comment says what the lines below it mean. Its first word is the name we need.',
                focus: '2-4',
              },
            ],
          },
          {
            chapter: 'The function',
            panels: [
              code(
                'ts',
                `
for (const invoice of invoices) {
  if (isOverdue(invoice, today)) remind(invoice)
}

const graceDays = 14

function isOverdue(invoice, today) {
  const days = (today - invoice.dueOn) / 86_400_000
  return invoice.paidOn === null && days > graceDays
}`,
                'after',
              ),
            ],
            steps: [
              { say: 'The loop is now a sentence: if it is overdue, remind.', until: 3, focus: '2' },
              { say: 'The fourteen has a name too.', until: 5, focus: '5' },
              { say: 'And the rule stands alone. You can test it without sending a single reminder.' },
            ],
          },
        ],
        recap: {
          points: [
            { say: 'A comment is often a missing name.' },
            { say: 'Callers say what, functions say how.' },
            { say: 'What has a name can be tested.' },
          ],
        },
      },
      {
        id: 'event-fold',
        title: 'State is a fold over events',
        motif: 'events.reduce(apply)',
        published: '2026-06-16',
        tags: ['design', 'data', 'testing'],
        versions: ['ES2024'],
        description: `Store what happened, and compute what is. The current state is a \`reduce\` over the events, so you can ask for the state of any day, explain how it came about, and repair a wrong rule without losing a fact.

It is not for everything: a settings page needs no history. It pays where people ask *why*: money, stock, permissions.`,
        opening: {
          say: 'The balance is wrong, and the table only knows the last value. What if it knew the story?',
        },
        scenes: [
          {
            chapter: 'What happened',
            arrange: 'rows',
            panels: [
              table((step) => ({
                columns: ['day', 'event', 'cents'],
                rows: [
                  ['1 May', 'opened', '0'],
                  ['2 May', 'deposited', '5000'],
                  ['4 May', 'withdrawn', '1200'],
                  ['9 May', 'deposited', '300'],
                ].slice(0, step + 3),
                lit: [step + 2],
              })),
              picture(1100, 150, (step) =>
                [0, 5000, 3800, 4100]
                  .slice(0, step + 3)
                  .map(
                    (balance, index) =>
                      draw.box(
                        40 + index * 270,
                        40,
                        170,
                        70,
                        String(balance),
                        index === step + 2 ? 'lit' : '',
                      ) +
                      draw.when(index < step + 2, draw.arrow(215 + index * 270, 75, 303 + index * 270, 75)),
                  )
                  .join(''),
              ),
            ],
            steps: [
              { say: 'Keep the events, in their order. Each one leads from one balance to the next.' },
              {
                say: 'A new event changes nothing that was written before. So you can always go back, and count again.',
              },
            ],
          },
          {
            chapter: 'The fold',
            panels: [
              code(
                'ts',
                `
function apply(balance, event) {
  switch (event.type) {
    case 'opened': return 0
    case 'deposited': return balance + event.cents
    case 'withdrawn': return balance - event.cents
  }
}

const balance = events.reduce(apply, 0)
const onMay4 = events
  .filter((e) => e.day <= 4).reduce(apply, 0)`,
                'account.js',
              ),
            ],
            steps: [
              { say: 'A small, pure function says what each event does.', focus: '3-5' },
              { say: 'The state is a reduce over all of them.', focus: '9' },
              { say: 'And the state on the fourth of May is the same, over fewer.', focus: '10-11' },
            ],
          },
        ],
        recap: {
          points: [
            { say: 'Store facts, compute states.' },
            { say: 'One pure function applies one event.' },
            { say: 'Use it where somebody will ask why.' },
          ],
        },
      },
    ],
  },
  {
    folder: 'craft/everyday-data',
    name: 'Numbers, text and time',
    position: 1,
    parents: ['javascript'],
    description: 'The three kinds of data that look simple, and are not.',
    films: [
      {
        id: 'floating-money',
        title: 'Never pay with floating point',
        motif: '0.1 + 0.2',
        published: '2025-08-12',
        tags: ['javascript', 'data', 'pitfalls', 'fundamentals'],
        versions: ['ES2024'],
        description: `A \`number\` is a binary fraction, and a tenth has no exact binary form, just as a third has no exact decimal one. The error is tiny, until you compare, round or add up a million of them.

Keep money in whole cents, with a safe limit of about 90 trillion euros, and turn it into text only at the very end. Round once, at a place that the law or the contract names.`,
        opening: { say: 'Ten cents and twenty cents. Surely a computer can add that?' },
        scenes: [
          {
            chapter: 'The surprise',
            panels: [
              code('ts', '0.1 + 0.2\n\n0.1 + 0.2 === 0.3\n\n(1.005).toFixed(2)'),
              prints([
                [0, '0.30000000000000004', 'bad'],
                [0, ''],
                [1, 'false', 'bad'],
                [1, ''],
                [2, "'1.00'", 'bad'],
              ]),
            ],
            steps: [
              {
                say: 'Almost. A tenth has no exact binary form, so the sum is a little too large.',
                focus: '1',
              },
              { say: 'Comparing fails.', focus: '3' },
              {
                say: 'And rounding goes the wrong way: one point zero zero five was stored a little too small.',
                focus: '5',
              },
            ],
          },
          {
            chapter: 'Whole cents',
            panels: [
              code(
                'ts',
                `
const cents = 10 + 20
cents === 30

const tax = Math.round(cents * 19 / 100)

const euros = new Intl.NumberFormat('en-IE', {
  style: 'currency',
  currency: 'EUR',
})
euros.format(cents / 100)`,
              ),
              prints([
                [0, 'true', 'good'],
                [1, '6'],
                [2, '€0.30', 'good'],
              ]),
            ],
            steps: [
              { say: 'Count in cents. Whole numbers are exact.', focus: '1-2' },
              { say: 'Where a fraction must appear, as with tax, round once, at once.', focus: '4' },
              { say: 'Only the display divides by a hundred.', focus: '6-10' },
            ],
          },
        ],
        recap: {
          points: [
            { say: 'Binary fractions cannot hold a tenth.' },
            { say: 'Money is an integer of the smallest unit.' },
            { say: 'Round once, and where the rule says so.' },
          ],
        },
      },
      {
        id: 'unicode-normalisation',
        title: 'Two ways to write é',
        motif: 'é ≠ é',
        published: '2026-08-18',
        tags: ['javascript', 'data', 'pitfalls'],
        versions: ['ES2024', 'Node 24'],
        description: `The same letter can be one code point or two: a plain *e* followed by a combining accent. They look alike and compare as different, so a search misses, a login fails, a file is *not found*.

Normalise text with \`normalize('NFC')\` where it enters your system. For counting what a person calls a character, use \`Intl.Segmenter\`. See [String.prototype.normalize](https://developer.mozilla.org/en-US/docs/Web/JavaScript/Reference/Global_Objects/String/normalize).`,
        opening: { say: 'The guest list says René. René types his name, and is not on the list.' },
        scenes: [
          {
            chapter: 'Look inside',
            arrange: 'rows',
            panels: [
              picture(1100, 230, (step) =>
                [
                  draw.text(40, 55, 'on the list', 'start'),
                  draw.box(260, 20, 150, 70, 'R'),
                  draw.box(430, 20, 150, 70, 'e'),
                  draw.box(600, 20, 150, 70, 'n'),
                  draw.box(770, 20, 150, 70, 'é', 'lit'),
                  draw.when(
                    step > 0,
                    draw.text(40, 165, 'typed', 'start'),
                    draw.box(260, 130, 150, 70, 'R'),
                    draw.box(430, 130, 150, 70, 'e'),
                    draw.box(600, 130, 150, 70, 'n'),
                    draw.box(770, 130, 150, 70, 'e', 'bad'),
                    draw.box(940, 130, 110, 70, '◌́', 'bad'),
                  ),
                ].join(''),
              ),
              prints([
                [0, "'Ren\\u00e9'.length    4"],
                [1, "'Rene\\u0301'.length   5", 'bad'],
                [2, "'Ren\\u00e9' === 'Rene\\u0301'   false", 'bad'],
              ]),
            ],
            steps: [
              { say: 'On the list, the last letter is one code point.' },
              { say: 'His keyboard sent two: a plain letter, and an accent that combines with it.' },
              { say: 'On screen they are the same. To a program they are not.' },
            ],
          },
          {
            chapter: 'Normalise at the door',
            panels: [
              code(
                'ts',
                `
const name = typed.normalize('NFC').trim()
guests.has(name)

const order = new Intl.Collator('de', {
  sensitivity: 'base',
})
order.compare('Rene', 'René')`,
              ),
              prints([
                [0, 'true', 'good'],
                [1, '0', 'good'],
              ]),
            ],
            steps: [
              {
                say: 'Normalise once, where text comes in. Form C prefers the single code point.',
                focus: '1-2',
              },
              {
                say: 'And to search without accents, let a collator compare: zero means equal.',
                focus: '4-7',
              },
            ],
          },
        ],
        recap: {
          points: [
            { say: 'Equal on screen is not equal in memory.' },
            { say: "Call `normalize('NFC')` where text enters." },
            { say: 'Compare for people with `Intl.Collator`.' },
          ],
        },
      },
      {
        id: 'time-zones',
        title: 'Nine o’clock is not a moment',
        motif: '09:00 Europe/Berlin',
        published: '2026-11-10',
        tags: ['dates', 'data', 'pitfalls', 'design'],
        versions: ['ES2024', 'PostgreSQL 17'],
        description: `*Store everything in UTC* is good advice for things that have happened, and bad advice for plans. A meeting at nine in Berlin is nine on the clock there, whatever the rules about summer time will be by then.

- the past: a moment, \`timestamptz\`
- a plan: local date and time, plus the name of the zone
- a birthday or an invoice date: a \`date\`, no time at all`,
        opening: { say: 'Store everything in UTC, they say. And then every meeting moves by an hour.' },
        scenes: [
          {
            chapter: 'The moving meeting',
            arrange: 'rows',
            panels: [
              code(
                'ts',
                "const time = new Intl.DateTimeFormat('en-GB', {\n  timeStyle: 'short', timeZone: 'Europe/Berlin',\n})\ntime.format(new Date('2026-03-23T08:00Z'))\ntime.format(new Date('2026-03-30T08:00Z'))",
              ),
              prints([
                [0, '09:00', 'good'],
                [1, '10:00', 'bad'],
              ]),
            ],
            steps: [
              {
                say: 'A weekly meeting, stored as eight o’clock UTC. In March, that is nine in Berlin.',
                focus: '4',
              },
              {
                say: 'A week later summer time begins, and people come at nine to an empty call.',
                focus: '5',
              },
            ],
          },
          {
            chapter: 'Three kinds of time',
            panels: [
              picture(1100, 420, (step) =>
                [
                  draw.box(40, 20, 320, 90, 'it has happened', step === 0 ? 'lit' : ''),
                  draw.arrow(370, 65, 520, 65),
                  draw.text(540, 65, 'a moment: timestamptz', step === 0 ? 'start strong' : 'start'),
                  draw.when(
                    step > 0,
                    draw.box(40, 160, 320, 90, 'it is planned', step === 1 ? 'lit' : ''),
                    draw.arrow(370, 205, 520, 205),
                    draw.text(540, 190, 'local time + zone name', step === 1 ? 'start strong' : 'start'),
                    draw.text(540, 225, '09:00, Europe/Berlin', 'start'),
                  ),
                  draw.when(
                    step > 1,
                    draw.box(40, 300, 320, 90, 'it is a day', 'lit'),
                    draw.arrow(370, 345, 520, 345),
                    draw.text(540, 345, 'a date, and no time', 'start strong'),
                  ),
                ].join(''),
              ),
            ],
            steps: [
              { say: 'What has happened is a moment. Store that in UTC.' },
              {
                say: 'A plan is a time on the wall. Store it with the name of its zone, not with an offset.',
              },
              { say: 'And a birthday is a day. It has no time, and no zone.' },
            ],
          },
        ],
        recap: {
          points: [
            { say: 'Past: a moment in UTC.' },
            { say: 'Plan: local time and the name of the zone.' },
            { say: 'Day: just a date.' },
          ],
        },
      },
    ],
  },
]
