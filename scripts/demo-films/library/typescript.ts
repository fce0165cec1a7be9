import type { Category } from '../film.ts'
import { draw } from '../picture.ts'
import { code, picture, prints } from '../scene-parts.ts'

export const typescript: readonly Category[] = [
  {
    folder: 'typescript',
    name: 'TypeScript',
    position: 2,
    hue: 225,
    description: 'Types that make wrong programs hard to write, without making right ones hard to read.',
    films: [
      {
        id: 'discriminated-unions',
        title: 'States that cannot lie',
        motif: "status: 'done'",
        published: '2025-03-11',
        tags: ['typescript', 'types', 'design'],
        versions: ['TypeScript 5.9'],
        description: `Three booleans describe eight states, and most of them are nonsense. A discriminated union names the states that exist, and gives each one exactly the data it has.

The compiler then narrows by the \`status\` field, and an assignment to \`never\` tells you about every place that forgot a new state. From the handbook: [Discriminated unions](https://www.typescriptlang.org/docs/handbook/2/narrowing.html#discriminated-unions).`,
        opening: {
          say: 'Loading, and failed, and done, all at the same time. Your types allow it. Should they?',
        },
        scenes: [
          {
            chapter: 'Too many states',
            panels: [
              code(
                'ts',
                'type Request = {\n  loading: boolean\n  error?: Error\n  user?: User\n}',
                'before.ts',
              ),
              picture(420, 420, (step) =>
                Array.from({ length: 8 }, (_, index) => {
                  const isReal = [0, 3, 5].includes(index)
                  const tone = step === 0 ? '' : isReal ? 'good' : 'bad'
                  return draw.circle(
                    70 + (index % 3) * 140,
                    70 + Math.floor(index / 3) * 140,
                    44,
                    step === 0 ? '?' : isReal ? 'ok' : 'no',
                    tone,
                  )
                }).join(''),
              ),
            ],
            steps: [
              { say: 'One flag and two optional fields make eight combinations.', focus: '2-4' },
              { say: 'Only three of them mean anything. The others are bugs that wait.' },
            ],
          },
          {
            chapter: 'Say what exists',
            panels: [
              code(
                'ts',
                `
type Request =
  | { status: 'loading' }
  | { status: 'failed', error: Error }
  | { status: 'done', user: User }

function title(request: Request) {
  if (request.status === 'done')
    return request.user.name
  return 'Please wait'
}`,
                'after.ts',
              ),
            ],
            steps: [
              { say: 'Write one member per state, told apart by a literal field.', until: 4 },
              {
                say: 'After a check of the status, the compiler knows that there is a user, and nowhere else.',
                focus: '7-8',
              },
            ],
          },
          {
            chapter: 'Forget nothing',
            arrange: 'rows',
            panels: [
              code(
                'ts',
                `
switch (request.status) {
  case 'loading': return 'Please wait'
  case 'done': return request.user.name
  default: {
    const forgotten: never = request
    return forgotten
  }
}`,
              ),
              prints(
                [
                  [1, 'Type \'{ status: "failed"; error: Error }\'', 'bad'],
                  [1, "is not assignable to type 'never'.", 'bad'],
                ],
                'tsc',
              ),
            ],
            steps: [
              { say: 'In the default branch, assign the rest to never.', focus: '4-7' },
              { say: 'We forgot the failed state, and the compiler names it.', focus: '5' },
            ],
          },
        ],
        recap: {
          points: [
            { say: 'One union member per state, each with its own data.' },
            { say: 'Narrow by the literal field.' },
            { say: '`never` in the default branch finds what you forgot.' },
          ],
        },
      },
      {
        id: 'satisfies',
        title: 'Checked, but not widened',
        motif: '} satisfies Routes',
        published: '2025-03-11',
        tags: ['typescript', 'types'],
        versions: ['TypeScript 5.9'],
        description: `An annotation checks a value and then forgets what it was. \`satisfies\` checks it just as strictly, and keeps the exact type: known keys, literal strings, tuples.

Good places for it: tables of routes, colours, permissions, translations. Handbook: [The satisfies operator](https://www.typescriptlang.org/docs/handbook/release-notes/tsc-4-9.html).`,
        opening: { say: 'You want the compiler to check a table, and still to know what is in it.' },
        scenes: [
          {
            chapter: 'An annotation forgets',
            arrange: 'rows',
            panels: [
              code(
                'ts',
                `
const routes: Record<string, string> = {
  home: '/',
  pricing: '/pricing',
}

routes.pricng   // a typing mistake`,
              ),
              prints([[1, 'no error: the type says that any key is a string', 'bad']], 'tsc'),
            ],
            steps: [
              { say: 'With an annotation, the table becomes a record of any key.', focus: '1' },
              { say: 'A typing mistake goes through, and fails at run time.', focus: '6' },
            ],
          },
          {
            chapter: 'satisfies remembers',
            arrange: 'rows',
            panels: [
              code(
                'ts',
                `
const routes = {
  home: '/',
  pricing: '/pricing',
} satisfies Record<string, string>

routes.pricng   // a typing mistake`,
              ),
              prints(
                [
                  [1, "Property 'pricng' does not exist on type '{ … }'.", 'good'],
                  [1, "Did you mean 'pricing'?", 'good'],
                ],
                'tsc',
              ),
            ],
            steps: [
              {
                say: 'Move the same type behind the value, with satisfies. A number in the table would still be refused.',
                focus: '4',
              },
              { say: 'But now the keys are known, and the mistake is found.', focus: '6' },
            ],
          },
          {
            chapter: 'With as const',
            panels: [
              code(
                'ts',
                `
const routes = {
  home: '/',
  pricing: '/pricing',
} as const satisfies Record<string, \`/\${string}\`>

type Path = (typeof routes)[keyof typeof routes]
//   '/' | '/pricing'`,
              ),
            ],
            steps: [
              {
                say: 'Add as const, and the values stay literal. Every path must begin with a slash.',
                focus: '4',
              },
              { say: 'And the union of all paths comes from the table itself.', focus: '6-7' },
            ],
          },
        ],
        recap: {
          points: [
            { say: 'An annotation checks, and forgets.' },
            { say: '`satisfies` checks, and remembers.' },
            { say: '`as const` keeps the literal values too.' },
          ],
        },
      },
      {
        id: 'branded-types',
        title: 'Two strings that must not meet',
        motif: 'UserId ≠ OrderId',
        published: '2025-10-21',
        tags: ['typescript', 'types', 'pitfalls'],
        versions: ['TypeScript 5.9'],
        description: `TypeScript compares shapes, so any string fits where a string is wanted, even the wrong id. A *brand* is a property that exists only for the compiler and keeps such values apart.

Make the brand in one place, the function that checks the value, and the rest of the program can trust it. The technique costs nothing at run time.`,
        opening: { say: 'Both are strings. Swap them, and the wrong customer gets the parcel.' },
        scenes: [
          {
            chapter: 'The swap',
            arrange: 'rows',
            panels: [
              code(
                'ts',
                `
function ship(orderId: string, userId: string) {
  // …
}

ship(user.id, order.id)`,
              ),
              prints([[1, 'no error: a string is a string', 'bad']], 'tsc'),
            ],
            steps: [
              { say: 'The function takes two strings.', focus: '1' },
              { say: 'The call has them in the wrong order, and the compiler is happy.', focus: '5' },
            ],
          },
          {
            chapter: 'A brand',
            arrange: 'rows',
            panels: [
              code(
                'ts',
                `
declare const brand: unique symbol
type Branded<Name> =
  string & { readonly [brand]: Name }

type UserId = Branded<'user'>
type OrderId = Branded<'order'>
function ship(orderId: OrderId, userId: UserId) { … }
ship(user.id, order.id)`,
              ),
              prints(
                [
                  [2, "Argument of type 'UserId' is not assignable", 'good'],
                  [2, "to type 'OrderId'.", 'good'],
                ],
                'tsc',
              ),
            ],
            steps: [
              {
                say: 'A brand is a property that nobody ever sets. It lives in the type alone.',
                focus: '1-3',
              },
              { say: 'Each kind of identifier gets its own.', focus: '5-6' },
              { say: 'Now the swap does not compile.', focus: '7-8' },
            ],
          },
          {
            chapter: 'One door in',
            panels: [
              code(
                'ts',
                `
export function toOrderId(text: string): OrderId {
  if (!/^ord_[a-z0-9]{12}$/.test(text)) {
    throw new Error('not an order id')
  }
  return text as OrderId
}`,
              ),
            ],
            steps: [
              {
                say: 'Only one function may make the brand, and it checks first. Whoever holds an order ID holds a valid one.',
                focus: '2,5',
              },
            ],
          },
        ],
        recap: {
          points: [
            { say: 'Shapes alone cannot tell two strings apart.' },
            { say: 'A brand can, and costs nothing at run time.' },
            { say: 'Create it only where you check it.' },
          ],
        },
      },
    ],
  },
]
