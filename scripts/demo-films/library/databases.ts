import type { Category } from '../film.ts'
import { draw } from '../picture.ts'
import { code, picture, prints, table } from '../scene-parts.ts'

export const databases: readonly Category[] = [
  {
    folder: 'databases',
    name: 'Databases',
    position: 4,
    hue: 85,
    description:
      'SQL as a tool of the trade: say what you want, look at what the planner does, and survive two users at once.',
    films: [
      {
        id: 'upsert-race',
        title: 'Insert or update, without a race',
        motif: 'on conflict do update',
        published: '2026-02-10',
        tags: ['sql', 'concurrency', 'pitfalls'],
        versions: ['PostgreSQL 17'],
        description: `*Look first, then insert* works on your machine and fails with two users: both look, both find nothing, both insert. A unique index together with \`insert … on conflict\` makes it a single statement that cannot be interrupted.

Inside \`do update\`, \`excluded\` is the row you tried to insert. Manual: [INSERT](https://www.postgresql.org/docs/17/sql-insert.html).`,
        opening: {
          say: 'Is the row there? No? Then insert it. Between those two sentences, a lot can happen.',
        },
        scenes: [
          {
            chapter: 'Two users',
            panels: [
              picture(1100, 420, (step) =>
                [
                  draw.text(220, 30, 'Ada', 'strong'),
                  draw.text(880, 30, 'Grace', 'strong'),
                  draw.line(220, 60, 220, 400, 'quiet'),
                  draw.line(880, 60, 880, 400, 'quiet'),
                  draw.box(60, 80, 320, 60, 'select: nothing', step === 0 ? 'lit' : ''),
                  draw.box(720, 140, 320, 60, 'select: nothing', step === 0 ? 'lit' : ''),
                  draw.when(step > 0, draw.box(60, 230, 320, 60, 'insert: ok', 'good')),
                  draw.when(step > 0, draw.box(720, 310, 320, 60, 'insert: duplicate', 'bad')),
                  draw.arrow(550, 70, 550, 390, '', ''),
                  draw.text(605, 380, 'time'),
                ].join(''),
              ),
            ],
            steps: [
              { say: 'Both look, and both find nothing.' },
              { say: 'Both insert. One of them gets an error, or worse, you get two rows.' },
            ],
          },
          {
            chapter: 'One statement',
            panels: [
              code(
                'sql',
                `
create unique index on visits (page, day);

insert into visits (page, day, hits)
values ('/pricing', current_date, 1)
on conflict (page, day)
do update set hits = visits.hits + excluded.hits
returning hits;`,
                'count a visit',
              ),
            ],
            steps: [
              { say: 'First, a unique index. It is the judge.', focus: '1' },
              { say: 'Then insert, and say what to do on conflict.', focus: '3-5' },
              {
                say: 'Excluded is the row that did not get in. So the hits are added, and none is lost.',
                focus: '6',
              },
            ],
          },
        ],
        recap: {
          points: [
            { say: 'Look first, then insert, is a race.' },
            { say: 'The unique index decides, so you need one.' },
            { say: '`on conflict do update` does both in a single statement.' },
          ],
        },
      },
    ],
  },
  {
    folder: 'databases/queries',
    name: 'Queries',
    position: 1,
    description: 'Questions that look hard until you know the clause for them.',
    films: [
      {
        id: 'window-functions',
        title: 'A running total, row by row',
        motif: 'sum(amount)\n  over (order by day)',
        published: '2025-05-20',
        tags: ['sql', 'data', 'fundamentals'],
        versions: ['PostgreSQL 17'],
        description: `\`group by\` folds many rows into one. A window function looks at many rows and still gives an answer for each of them: running totals, ranks, the difference to the row before.

- \`order by\` inside \`over\` makes the sum run
- \`partition by\` starts it again for each group

Manual: [Window functions](https://www.postgresql.org/docs/17/tutorial-window.html).`,
        opening: {
          say: 'How much had we sold by each day? One clause answers it.',
          de: 'Wie viel hatten wir bis zu jedem Tag verkauft? Eine Klausel beantwortet das.',
        },
        scenes: [
          {
            chapter: 'Group by folds',
            arrange: 'rows',
            panels: [
              code('sql', 'select sum(amount) as total\nfrom sales;'),
              table((step) =>
                step === 0
                  ? {
                      columns: ['day', 'shop', 'amount'],
                      rows: sales.map(([day, shop, amount]) => [day, shop, amount]),
                    }
                  : { columns: ['total'], rows: [['100']], lit: [0] },
              ),
            ],
            steps: [
              { say: 'Here are four sales in two shops.', de: 'Hier sind vier Verkäufe in zwei Läden.' },
              {
                say: 'A plain sum folds them into a single row. The days are gone. Often you want both, the rows and the sum.',
                de: 'Eine einfache Summe faltet sie in eine Zeile. Die Tage sind weg. Oft will man beides, die Zeilen und die Summe.',
                focus: '1',
              },
            ],
          },
          {
            chapter: 'Over keeps the rows',
            arrange: 'rows',
            panels: [
              code(
                'sql',
                'select day, shop, amount,\n       sum(amount) over (order by day) as running\nfrom sales;',
              ),
              table((step) => ({
                columns: ['day', 'shop', 'amount', 'running'],
                rows: sales.map(([day, shop, amount, running]) => [day, shop, amount, running]),
                litColumn: 'running',
                lit: step === 1 ? [0, 1, 2] : [],
              })),
            ],
            steps: [
              {
                say: 'Add over, with an order. Every row stays, and gets the sum up to itself.',
                de: 'Mit over und einer Ordnung geht beides. Jede Zeile bleibt und bekommt die Summe bis zu sich selbst.',
                focus: '2',
              },
              {
                say: 'On the third day: ten, thirty, sixty.',
                de: 'Am dritten Tag: zehn, dreißig, sechzig.',
              },
            ],
          },
          {
            chapter: 'Partition by',
            arrange: 'rows',
            panels: [
              code(
                'sql',
                'select day, shop, amount, sum(amount) over (\n  partition by shop order by day\n) as running\nfrom sales;',
              ),
              table(() => ({
                columns: ['day', 'shop', 'amount', 'running'],
                rows: [sales[0], sales[2], sales[1], sales[3]].flatMap((row) =>
                  row ? [[row[0], row[1], row[2], row[4]]] : [],
                ),
                litColumn: 'running',
                lit: [2, 3],
              })),
            ],
            steps: [
              {
                say: 'Partition by shop, and each shop has a total of its own.',
                de: 'Mit partition by shop hat jeder Laden seine eigene Summe.',
                focus: '2',
              },
            ],
          },
        ],
        recap: {
          points: [
            {
              say: '`group by` folds rows, `over` keeps them.',
              de: 'Group by faltet Zeilen, over behält sie.',
            },
            { say: '`order by` makes the total run.', de: 'Order by lässt die Summe laufen.' },
            {
              say: '`partition by` starts it again for each group.',
              de: 'Partition by beginnt sie für jede Gruppe neu.',
            },
          ],
        },
      },
    ],
  },
  {
    folder: 'databases/performance',
    name: 'Performance',
    position: 2,
    description: 'Read the plan before you add an index, and add the index that the plan asks for.',
    films: [
      {
        id: 'reading-explain',
        title: 'Ask the planner: explain analyze',
        motif: 'explain analyze',
        published: '2025-05-20',
        tags: ['sql', 'performance'],
        versions: ['PostgreSQL 17'],
        description: `Before you guess, ask. \`explain analyze\` runs the query and tells you which path was taken, how many rows were expected, how many came, and how long it took.

Three things to look for: a sequential scan that throws most rows away, an estimate far from the truth, and a node that takes most of the time. Manual: [Using EXPLAIN](https://www.postgresql.org/docs/17/using-explain.html).`,
        opening: { say: 'The page is slow. Do not guess. The database knows why, and it will tell you.' },
        scenes: [
          {
            chapter: 'The question',
            arrange: 'rows',
            panels: [
              code('sql', 'explain analyze\nselect * from orders where customer_id = 4711;'),
              prints(
                [
                  [1, 'Seq Scan on orders  (rows=12)'],
                  [1, '  (actual time=0.4..88.1 rows=9)'],
                  [1, '  Filter: (customer_id = 4711)'],
                  [2, '  Rows Removed by Filter: 999991', 'bad'],
                  [1, 'Execution Time: 88.2 ms'],
                ],
                'query plan, shortened',
              ),
            ],
            steps: [
              { say: 'Put two words in front of your query: explain, analyze.', focus: '1' },
              { say: 'A sequential scan: the whole table was read, in eighty eight milliseconds.' },
              { say: 'A million rows were read and thrown away, to find nine.' },
            ],
          },
          {
            chapter: 'The answer',
            arrange: 'rows',
            panels: [
              code('sql', 'create index on orders (customer_id);\nanalyze orders;'),
              prints(
                [
                  [1, 'Index Scan using orders_customer_id_idx on orders'],
                  [1, '  (rows=10) (actual time=0.02..0.03 rows=9)', 'good'],
                  [1, '  Index Cond: (customer_id = 4711)'],
                  [1, 'Execution Time: 0.05 ms', 'good'],
                ],
                'query plan, shortened',
              ),
            ],
            steps: [
              { say: 'So we add the index that the filter asks for.', focus: '1' },
              {
                say: 'The same query now takes a twentieth of a millisecond. Estimate and truth agree: ten rows and nine.',
              },
            ],
          },
        ],
        recap: {
          points: [
            { say: 'Measure with `explain analyze` first.' },
            { say: 'Many rows removed by a filter? Then an index is missing.' },
            { say: 'Estimates far from the truth? Then run `analyze`.' },
          ],
        },
      },
      {
        id: 'partial-index',
        title: 'Index only what you look for',
        motif: "where status = 'open'",
        published: '2026-02-10',
        tags: ['sql', 'performance', 'concurrency'],
        versions: ['PostgreSQL 17'],
        description: `A queue table has ten million finished jobs and forty open ones, and everybody asks for the open ones. A partial index holds only the rows that match its \`where\`: it stays small, in memory, and cheap to keep up to date.

It can be unique as well, which states a rule such as *one running subscription per customer* where nobody can get around it. Manual: [Partial indexes](https://www.postgresql.org/docs/17/indexes-partial.html).`,
        opening: { say: 'Ten million jobs are done. Forty are open. Why index the ten million?' },
        scenes: [
          {
            chapter: 'A small index',
            arrange: 'rows',
            panels: [
              code('sql', "create index open_jobs on jobs (run_at)\nwhere status = 'open';"),
              picture(1100, 220, (step) =>
                [
                  draw.text(20, 70, 'full index', 'start'),
                  draw.box(220, 40, 830, 60, '10,000,000 entries, 214 MB'),
                  draw.when(
                    step > 0,
                    draw.text(20, 160, 'partial', 'start'),
                    draw.box(220, 130, 14, 60, '', 'lit'),
                    draw.text(260, 160, '40 entries, 16 kB', 'start good'),
                  ),
                ].join(''),
              ),
            ],
            steps: [
              { say: 'Add a where clause to the index. Only open jobs get in.', focus: '2' },
              { say: 'Forty entries instead of ten million. A job that is done simply drops out.' },
            ],
          },
          {
            chapter: 'Say the same words',
            arrange: 'rows',
            panels: [
              code('sql', "select * from jobs\nwhere status = 'open'\norder by run_at limit 10;"),
              prints([[1, 'Index Scan using open_jobs on jobs', 'good']], 'query plan'),
            ],
            steps: [
              {
                say: 'The query must contain the same condition, or the planner cannot use the index.',
                focus: '2',
              },
              { say: 'It can, and the rows are already in order.', focus: '3' },
            ],
          },
          {
            chapter: 'A rule as an index',
            panels: [
              code(
                'sql',
                'create unique index one_running\non subscriptions (customer_id)\nwhere ended_at is null;',
              ),
            ],
            steps: [
              {
                say: 'Made unique, it is a business rule: one running subscription per customer, and as many ended ones as you like.',
                focus: '1-3',
              },
            ],
          },
        ],
        recap: {
          points: [
            { say: 'A `where` on the index keeps it small.' },
            { say: 'Queries must repeat its condition.' },
            { say: 'Unique and partial together state a rule.' },
          ],
        },
      },
    ],
  },
]

/** Day, shop, amount, running total over all, running total of the shop. */
const sales = [
  ['2025-05-01', 'Bonn', '10', '10', '10'],
  ['2025-05-02', 'Kiel', '20', '30', '20'],
  ['2025-05-03', 'Bonn', '30', '60', '40'],
  ['2025-05-04', 'Kiel', '40', '100', '60'],
] as const
