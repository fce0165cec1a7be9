import type { Category } from '../film.ts'
import { draw } from '../picture.ts'
import { code, picture, prints, table } from '../scene-parts.ts'

export const testing: readonly Category[] = [
  {
    folder: 'testing',
    name: 'Testing',
    position: 7,
    hue: 130,
    description: 'Tests that read like a specification, and tests that find what you did not think of.',
    films: [
      {
        id: 'table-tests',
        title: 'A table is a specification',
        motif: 'test.each(table)',
        published: '2025-08-12',
        tags: ['testing', 'design', 'fundamentals'],
        versions: ['Vitest 5', 'Node 24'],
        description: `Five tests that differ in two values are one rule and five examples. Put the examples in a table, and everybody can check them, including the person who knows the business and not the language.

Give each row a name that says *why* it is there; edge cases stand next to each other, and a missing one is easy to see.`,
        opening: { say: 'Five tests, thirty lines, and one rule hidden in them. Let us bring it to light.' },
        scenes: [
          {
            chapter: 'The rule',
            panels: [
              table((step) => ({
                columns: ['users', 'cents per user', 'why'],
                rows: [
                  ['1', '900', 'the list price'],
                  ['9', '900', 'one below the first tier'],
                  ['10', '800', 'the first tier begins'],
                  ['49', '800', 'and ends'],
                  ['50', '700', 'the second tier begins'],
                ],
                lit: step === 1 ? [1, 2, 3, 4] : [],
              })),
            ],
            steps: [
              { say: 'This is how the business tells it: a table of prices by team size.' },
              { say: 'Notice the pairs around each border. That is where mistakes live.' },
            ],
          },
          {
            chapter: 'The test',
            panels: [
              code(
                'ts',
                `
test.each([
  [1, 900, 'the list price'],
  [9, 900, 'one below the first tier'],
  [10, 800, 'the first tier begins'],
  [49, 800, 'and ends'],
  [50, 700, 'the second tier begins'],
])('team of %i: %i cents, %s', (users, cents) => {
  expect(pricePerUser(users)).toBe(cents)
})`,
                'pricing.test.ts',
              ),
            ],
            steps: [
              { say: 'The test holds the very same table.', focus: '2-6' },
              { say: 'And below it a single line that checks a row.', focus: '8' },
            ],
          },
          {
            chapter: 'When it fails',
            panels: [
              prints(
                [
                  [0, '✓ team of 1: 900 cents, the list price', 'good'],
                  [0, '✓ team of 9: 900 cents, one below the first tier', 'good'],
                  [0, '✗ team of 10: 800 cents, the first tier begins', 'bad'],
                  [0, '    expected 900 to be 800', 'bad'],
                ],
                'Terminal',
              ),
            ],
            steps: [
              {
                say: 'The name of the row tells you what is wrong: somebody wrote greater, and meant greater or equal.',
              },
            ],
          },
        ],
        recap: {
          points: [
            { say: 'One rule, one table, one line that checks it.' },
            { say: 'Test both sides of every border.' },
            { say: 'Name the rows by their reason.' },
          ],
        },
      },
    ],
  },
  {
    folder: 'testing/properties',
    name: 'Properties',
    position: 1,
    parents: ['craft'],
    description: 'Say what must always hold, and let the machine look for the exception.',
    films: [
      {
        id: 'property-tests',
        title: 'Let the machine find the case',
        motif: 'fc.assert(\n  fc.property(…',
        published: '2026-05-12',
        tags: ['testing', 'data', 'pitfalls'],
        versions: ['Node 24', 'Vitest 5'],
        description: `An example shows that one input works. A property says what must hold for *every* input, and the library tries hundreds, then shrinks a failure to the smallest one.

Good properties to start with: nothing is lost, there and back again, the order does not matter, twice is the same as once. The film uses [fast-check](https://fast-check.dev).`,
        opening: { say: 'Split a bill among friends. Your three examples pass. Then somebody loses a cent.' },
        scenes: [
          {
            chapter: 'The function',
            panels: [
              code(
                'ts',
                `
function split(cents, people) {
  const share = Math.round(cents / people)
  return Array(people).fill(share)
}`,
              ),
              prints([
                [1, 'split(900, 3)'],
                [1, '[300, 300, 300]', 'good'],
                [1, ''],
                [1, 'split(500, 2)'],
                [1, '[250, 250]', 'good'],
              ]),
            ],
            steps: [
              { say: 'Everybody pays the rounded share.', focus: '2' },
              { say: 'The examples look fine. We chose them, after all.' },
            ],
          },
          {
            chapter: 'A property',
            panels: [
              code(
                'ts',
                `
fc.assert(fc.property(
  fc.nat(100_000),
  fc.integer({ min: 1, max: 20 }),
  (cents, people) => {
    expect(sum(split(cents, people))).toBe(cents)
  },
))`,
              ),
              prints(
                [
                  [1, 'Property failed', 'bad'],
                  [1, 'Counterexample: [1,2]', 'bad'],
                  [2, '1 cent, 2 people: 1 + 1 is not 1', 'bad'],
                ],
                'Terminal',
              ),
            ],
            steps: [
              { say: 'For any amount, and any number of people, the shares must add up.', focus: '2-3,5' },
              { say: 'A second later it fails, and the case has been made as small as possible.' },
              { say: 'One cent, two people: both pay one.' },
            ],
          },
          {
            chapter: 'The repair',
            arrange: 'rows',
            panels: [
              code(
                'ts',
                `const base = Math.floor(cents / people)\nconst rest = cents % people\nreturn Array.from({ length: people }, (_, i) =>\n  i < rest ? base + 1 : base,\n)`,
              ),
              picture(
                1100,
                200,
                () =>
                  [34, 33, 33]
                    .map((share, index) =>
                      draw.box(210 + index * 240, 50, 200, 80, `${share} cents`, index === 0 ? 'lit' : ''),
                    )
                    .join('') + draw.text(550, 175, 'split(100, 3)'),
              ),
            ],
            steps: [
              {
                say: 'Round down, and hand out the rest, one cent each. Now the property holds.',
                focus: '1-5',
              },
            ],
          },
        ],
        recap: {
          points: [
            { say: 'Examples show, properties search.' },
            { say: 'Start with: nothing is lost.' },
            { say: 'The library shrinks a failure to its smallest case.' },
          ],
        },
      },
    ],
  },
]
