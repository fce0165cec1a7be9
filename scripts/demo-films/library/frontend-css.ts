import type { Category } from '../film.ts'
import { code, page } from '../scene-parts.ts'

const tiles = (count: number) =>
  Array.from({ length: count }, (_, index) => `<div class="card">${index + 1}</div>`).join('')
const cardStyle = `.card{background:oklch(0.31 0.055 var(--hue));border:1px solid oklch(0.45 0.09 var(--hue));border-radius:8px;padding:16px;font-weight:500}`

export const css: readonly Category[] = [
  {
    folder: 'frontend/css',
    name: 'CSS',
    position: 1,
    hue: 300,
    description: 'Selectors and layout that used to need a script.',
    films: [
      {
        id: 'has-selector',
        title: 'Style the parent with :has()',
        motif: 'label:has(:checked)',
        published: '2025-07-22',
        tags: ['css', 'forms'],
        versions: ['CSS 2024'],
        description: `\`:has()\` selects an element by what is inside it, or after it. It replaces many of the small scripts whose only purpose was to move a class to a parent.

It works in every current browser. Reference: [:has()](https://developer.mozilla.org/en-US/docs/Web/CSS/:has) on MDN.`,
        opening: { say: 'For twenty years we asked for a selector that looks at the parent. Here it is.' },
        scenes: [
          {
            chapter: 'The chosen plan',
            panels: [
              code(
                'css',
                `
.plan {
  border: 1px solid gray;
}

.plan:has(:checked) {
  border-color: var(--accent);
  background: var(--tint);
}`,
                'plans.css',
              ),
              page(
                () => 400,
                `.plan{display:flex;gap:12px;align-items:center;border:2px solid oklch(0.45 0.03 var(--hue));border-radius:10px;padding:26px 22px;margin-bottom:16px;font-size:26px}
                 .plan input{width:24px;height:24px;accent-color:var(--accent)} .on .plan:has(:checked){border-color:var(--accent);background:var(--tint)}`,
                (step) =>
                  `<div class="${step > 0 ? 'on' : ''}">${['Monthly', 'Yearly', 'Team']
                    .map(
                      (name, index) =>
                        `<label class="plan"><input type="radio" name="plan" ${index === (step < 2 ? 1 : 2) ? 'checked' : ''}>${name}</label>`,
                    )
                    .join('')}</div>`,
              ),
            ],
            steps: [
              { say: 'Three plans, each a label around a radio button.', until: 3 },
              { say: 'Has, checked, means: a plan that contains something checked.' },
              { say: 'Choose another one, and the style moves along. No script at all.', focus: '5' },
            ],
          },
          {
            chapter: 'More of the same',
            panels: [
              code(
                'css',
                `
/* a form with a mistake in it */
form:has(:user-invalid) .hint { display: block }

/* a card with a picture gets two columns */
.card:has(> img) { grid-template-columns: 8rem 1fr }

/* no scrolling behind an open dialog */
html:has(dialog[open]) { overflow: hidden }`,
              ),
            ],
            steps: [
              { say: 'Show a hint, when any field of the form is wrong.', focus: '1-2' },
              { say: 'Lay a card out differently, when it has a picture.', focus: '4-5' },
              { say: 'And stop the page from scrolling, while a dialog is open.', focus: '7-8' },
            ],
          },
        ],
        recap: {
          points: [
            { say: '`:has()` selects by content.' },
            { say: 'It reacts to state: checked, invalid, open.' },
            { say: 'Keep the part before it specific, and it stays fast.' },
          ],
        },
      },
    ],
  },
  {
    folder: 'frontend/css/layout',
    name: 'Layout',
    position: 1,
    description: 'Grids and containers that fit the space they are given.',
    films: [
      {
        id: 'grid-auto-fill',
        title: 'A card grid in one line',
        motif: 'minmax(14rem, 1fr)',
        published: '2025-02-11',
        tags: ['css', 'layout', 'fundamentals'],
        versions: ['CSS 2024'],
        description: `\`repeat(auto-fill, minmax(14rem, 1fr))\` fits as many columns as there is room for, and lets them share what is left over. No media query is needed.

With \`auto-fit\` instead, empty columns collapse and the last cards stretch. On very small screens write \`minmax(min(14rem, 100%), 1fr)\`, so that a card is never wider than its container.`,
        opening: {
          say: 'Cards that fit any screen, and not one media query.',
          de: 'Karten, die auf jeden Bildschirm passen, und keine einzige Media Query.',
        },
        scenes: [
          {
            chapter: 'The line',
            arrange: 'rows',
            panels: [
              code(
                'css',
                `
.cards {
  display: grid; gap: 1rem;
  grid-template-columns:
    repeat(auto-fill, minmax(14rem, 1fr));
}`,
              ),
              page(
                (step) => [1100, 1100, 760, 420][step] ?? 1100,
                `.cards{display:grid;gap:14px;grid-template-columns:repeat(auto-fill,minmax(224px,1fr))}.card{height:62px;${cardStyle.slice(6)}`,
                () => `<div class="cards">${tiles(8)}</div>`,
              ),
            ],
            steps: [
              {
                say: 'Read it from the inside. A column is at least fourteen rem wide, and at most one share of the space.',
                de: 'Von innen gelesen: Eine Spalte ist mindestens vierzehn rem breit und höchstens ein Anteil des Platzes.',
                focus: '3-4',
              },
              {
                say: 'Auto-fill makes as many of them as there is room for.',
                de: 'Auto-fill macht so viele davon, wie Platz ist.',
                focus: '3-4',
              },
              {
                say: 'On a narrower page, three columns.',
                de: 'Auf einer schmaleren Seite sind es drei.',
              },
              {
                say: 'On a phone, just one. The same line did all of it.',
                de: 'Auf dem Telefon nur eine. Alles mit derselben Zeile.',
              },
            ],
          },
          {
            chapter: 'Fill or fit',
            arrange: 'rows',
            panels: [
              code(
                'css',
                '/* keeps empty columns */\nrepeat(auto-fill, minmax(14rem, 1fr))\n/* stretches the cards */\nrepeat(auto-fit, minmax(14rem, 1fr))',
              ),
              page(
                () => 1100,
                `.cards{display:grid;gap:14px}.fill{grid-template-columns:repeat(auto-fill,minmax(224px,1fr))}.fit{grid-template-columns:repeat(auto-fit,minmax(224px,1fr));margin-top:26px}${cardStyle}.quiet{opacity:.3}`,
                (step) =>
                  `<div class="cards fill ${step === 1 ? 'quiet' : ''}">${tiles(2)}</div><div class="cards fit ${step === 0 ? 'quiet' : ''}">${tiles(2)}</div>`,
              ),
            ],
            steps: [
              {
                say: 'With only two cards, auto-fill keeps the empty columns.',
                de: 'Bei nur zwei Karten behält auto-fill die leeren Spalten.',
                focus: '1-2',
              },
              {
                say: 'Auto-fit drops them, and the cards grow.',
                de: 'Auto-fit lässt sie weg, und die Karten wachsen.',
                focus: '3-4',
              },
            ],
          },
        ],
        recap: {
          points: [
            { say: '`minmax` gives a column its limits.', de: 'Minmax gibt einer Spalte ihre Grenzen.' },
            { say: '`auto-fill` counts the columns for you.', de: 'Auto-fill zählt die Spalten für dich.' },
            {
              say: '`auto-fit` lets few cards fill the row.',
              de: 'Auto-fit lässt wenige Karten die Zeile füllen.',
            },
          ],
        },
      },
      {
        id: 'container-queries',
        title: 'Ask the container, not the screen',
        motif: '@container\n  (width > 22rem)',
        published: '2025-07-22',
        tags: ['css', 'layout', 'design'],
        versions: ['CSS 2024'],
        description: `A component does not care how wide the screen is. It cares how much room it has been given. A container query asks exactly that, so the same card works in the sidebar and in the main column.

Mark the parent with \`container-type: inline-size\`; units such as \`cqi\` measure it. See [Container queries](https://developer.mozilla.org/en-US/docs/Web/CSS/CSS_containment/Container_queries).`,
        opening: {
          say: 'The screen is wide. But your card sits in a narrow sidebar, and a media query cannot know that.',
        },
        scenes: [
          {
            chapter: 'Name a container',
            panels: [
              code(
                'css',
                `
.slot {
  container-type: inline-size;
}

.card { display: block }

@container (width > 22rem) {
  .card { display: flex }
}`,
                'card.css',
              ),
              page(
                (step) => (step < 2 ? 300 : 430),
                `.slot{container-type:inline-size}.card{border:1px solid oklch(0.45 0.09 var(--hue));border-radius:10px;overflow:hidden;background:var(--surface)}.art{height:110px;background:linear-gradient(120deg,oklch(.45 .12 var(--hue)),oklch(.7 .12 calc(var(--hue) + 60)))}.text{padding:16px}p{color:var(--muted);margin-top:6px}@container (width > 350px){.card{display:grid;grid-template-columns:130px 1fr}.art{height:auto}}`,
                () =>
                  '<div class="slot"><div class="card"><div class="art"></div><div class="text"><b>Sourdough</b><p>Two days of patience, one loaf of bread.</p></div></div></div>',
              ),
            ],
            steps: [
              { say: 'First, the slot around the card becomes a container.', until: 3 },
              { say: 'The card itself starts out simple: the picture on top, the text below.', until: 5 },
              { say: 'Where the container is wide enough, the card turns into two columns.' },
            ],
          },
          {
            chapter: 'Side by side',
            panels: [
              page(
                () => 1100,
                `.all{display:grid;grid-template-columns:280px 1fr;gap:24px}.slot{container-type:inline-size}.card{border:1px solid oklch(0.45 0.09 var(--hue));border-radius:10px;overflow:hidden;background:var(--surface)}.art{height:140px;background:linear-gradient(120deg,oklch(.45 .12 var(--hue)),oklch(.7 .12 calc(var(--hue) + 60)))}.text{padding:20px}p{color:var(--muted);margin-top:6px}@container (width > 350px){.card{display:grid;grid-template-columns:260px 1fr}.art{height:auto;min-height:300px}}`,
                () =>
                  '<div class="all"><div class="slot"><div class="card"><div class="art"></div><div class="text"><b>Sourdough</b><p>Two days of patience, one loaf.</p></div></div></div><div class="slot"><div class="card"><div class="art"></div><div class="text"><b>Sourdough</b><p>Two days of patience, one loaf of bread.</p></div></div></div></div>',
              ),
            ],
            steps: [
              {
                say: 'The same card, twice, on the same screen. Each one fits the room that it was given. Drag one of them elsewhere, and it adapts by itself.',
              },
            ],
          },
        ],
        recap: {
          points: [
            { say: 'Media queries are for the page, container queries for components.' },
            { say: 'The parent becomes the container, never the element itself.' },
            { say: '`cqi` units measure the container too.' },
          ],
        },
      },
      {
        id: 'subgrid',
        title: 'Lines that meet: subgrid',
        motif: 'subgrid',
        published: '2025-10-21',
        tags: ['css', 'layout'],
        versions: ['CSS 2024'],
        description: `Cards in a row have titles of different length, and so their buttons stand at different heights. With \`subgrid\` the rows of each card are the rows of the grid around them, and everything lines up.

Reference: [Subgrid](https://developer.mozilla.org/en-US/docs/Web/CSS/CSS_grid_layout/Subgrid) on MDN.`,
        opening: { say: 'Three cards. Their prices and buttons refuse to stand on one line.' },
        scenes: [
          {
            chapter: 'Out of line',
            panels: [
              page(
                () => 1100,
                subgridCards(false),
                () => plans,
              ),
            ],
            steps: [
              {
                say: 'Each card has a grid of its own, and knows nothing of its neighbours. A long title pushes everything down.',
              },
            ],
          },
          {
            chapter: 'Share the rows',
            panels: [
              code(
                'css',
                `
.plans {
  display: grid;
  grid-template-columns:
    repeat(3, 1fr);
}

.plan {
  display: grid;
  grid-row: span 3;
  grid-template-rows: subgrid;
}`,
                'plans.css',
              ),
              page(
                () => 540,
                `${subgridCards(true)}.plans{gap:0 10px}.plan{padding:12px;font-size:16px}h3{font-size:19px}`,
                () => plans,
              ),
            ],
            steps: [
              { say: 'A card spans three rows of the outer grid: title, price and button.', focus: '9' },
              { say: 'And it uses those rows, instead of making its own.', focus: '10' },
            ],
          },
          {
            chapter: 'In line',
            panels: [
              page(
                () => 1100,
                subgridCards(true),
                () => plans,
              ),
            ],
            steps: [
              {
                say: 'Now the longest title sets the height for all three. The prices meet, and so do the buttons.',
              },
            ],
          },
        ],
        recap: {
          points: [
            { say: 'Span as many rows as the card has parts.' },
            { say: '`subgrid` takes the rows from the parent.' },
            { say: 'The longest content decides, for the whole row.' },
          ],
        },
      },
    ],
  },
]

const plans = `<div class="plans">${[
  ['Solo', '9 €'],
  ['A small team that grows', '29 €'],
  ['Company', '99 €'],
]
  .map(([name, price]) => `<div class="plan"><h3>${name}</h3><p>${price}</p><button>Choose</button></div>`)
  .join('')}</div>`

function subgridCards(shared: boolean): string {
  return `.plans{display:grid;grid-template-columns:repeat(3,1fr);gap:0 20px}.plan{display:grid;gap:16px;padding:22px;border:1px solid oklch(0.45 0.09 var(--hue));border-radius:10px;background:var(--surface);align-content:start;${shared ? 'grid-row:span 3;grid-template-rows:subgrid' : 'align-self:start'}}h3{font-size:30px;font-weight:600;line-height:1.2;max-width:9em}p{font:500 26px 'JetBrains Mono Variable';color:var(--accent)}button{font:inherit;padding:10px;border:0;border-radius:8px;background:var(--accent);color:var(--page);font-weight:600}`
}
