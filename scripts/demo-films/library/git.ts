import type { Category } from '../film.ts'
import { draw } from '../picture.ts'
import { answer, code, picture, prints } from '../scene-parts.ts'

export const git: readonly Category[] = [
  {
    folder: 'git',
    name: 'Git',
    position: 6,
    hue: 40,
    description: 'Find it, fix it, get it back: the commands for the days on which something went wrong.',
    films: [
      {
        id: 'git-bisect',
        title: 'Ten steps to the guilty commit',
        motif: '$ git bisect run',
        published: '2025-04-29',
        tags: ['git', 'debugging'],
        versions: ['Git 2.50'],
        description: `A thousand commits lie between the release that worked and the one that does not. Halving finds the first bad one in ten steps, and with a script for the test you need not even watch.

The script's exit code decides: 0 is good, 1 to 127 is bad, except 125, which skips a commit that cannot be tested. Manual: [git-bisect](https://git-scm.com/docs/git-bisect).`,
        opening: { say: 'It worked in March. A thousand commits later, it does not. Which one was it?' },
        scenes: [
          {
            chapter: 'Halving',
            panels: [
              picture(1100, 300, (step) => {
                const bounds = [
                  [0, 15],
                  [7, 15],
                  [7, 11],
                  [9, 11],
                ][step] ?? [0, 15]
                const [good = 0, bad = 15] = bounds
                const middle = Math.floor((good + bad) / 2)
                return (
                  draw.line(50, 130, 1050, 130) +
                  Array.from({ length: 16 }, (_, index) => {
                    const tone = index <= good ? 'good' : index >= bad ? 'bad' : index === middle ? 'lit' : ''
                    const isOut = index < good || index > bad ? ' quiet' : ''
                    return draw.circle(50 + index * 66.6, 130, 22, index === middle ? '?' : '', tone + isOut)
                  }).join('') +
                  draw.text(50 + good * 66.6, 200, 'good', 'good') +
                  draw.text(50 + bad * 66.6, 200, 'bad', 'bad')
                )
              }),
            ],
            steps: [
              { say: 'Mark a good commit and a bad one, and test the middle.' },
              { say: 'It is good, so the fault lies to the right. Half of the history is out.' },
              { say: 'The next one is bad: out goes the other side.' },
              { say: 'A thousand commits need only ten steps.' },
            ],
          },
          {
            chapter: 'Let Git do it',
            panels: [
              code(
                'shell',
                `
$ git bisect start
$ git bisect bad
$ git bisect good v1.4

$ git bisect run npm test -- invoice
8f2c1d0 is the first bad commit
    Round the discount before the tax

$ git bisect reset`,
              ),
            ],
            steps: [
              { say: 'Start, and name both ends.', until: 3 },
              {
                say: 'Then give it a command that fails when the fault is there. Git checks out and tests on its own.',
                until: 5,
              },
              { say: 'It tells you the first bad commit. Reset takes you back to where you were.' },
            ],
          },
        ],
        recap: {
          points: [
            { say: 'Halving finds one in a thousand in ten steps.' },
            { say: '`git bisect run` needs only an exit code.' },
            { say: 'Exit with 125 to skip what cannot be tested.' },
          ],
        },
      },
      {
        id: 'git-reflog',
        title: 'Nothing is lost: the reflog',
        motif: '$ git reflog',
        published: '2025-04-29',
        tags: ['git', 'debugging', 'fundamentals'],
        versions: ['Git 2.50'],
        description: `A hard reset, a rebase that ate your work, a deleted branch: what was committed is still there. The reflog remembers every place that \`HEAD\` has been, by default for 90 days, or 30 for commits that nothing else refers to.

What it cannot bring back is work that was never committed. So commit early; you can always tidy up later.`,
        opening: {
          say: 'You have reset the wrong branch, and the afternoon is gone. Take your hands off the keyboard, and breathe.',
        },
        scenes: [
          {
            chapter: 'Gone?',
            panels: [
              picture(1100, 330, (step) =>
                [
                  ...[190, 430, 670].map((x, index) =>
                    draw.line(x, 120, x + 160, 120, step > 0 && index > 0 ? 'quiet' : ''),
                  ),
                  ...['a1', 'b2', 'c3', 'd4'].map((name, index) =>
                    draw.circle(
                      150 + index * 240,
                      120,
                      40,
                      name,
                      step > 0 && index > 1 ? 'bare quiet' : index === (step === 0 ? 3 : 1) ? 'lit' : '',
                    ),
                  ),
                  draw.arrow(step === 0 ? 870 : 390, 265, step === 0 ? 870 : 390, 175, '', 'lit'),
                  draw.text(step === 0 ? 870 : 390, 290, 'main', 'strong'),
                  draw.when(step > 0, draw.text(750, 205, 'no branch leads here')),
                ].join(''),
              ),
            ],
            steps: [
              { say: 'A branch is only a name that points to a commit.' },
              { say: 'The reset has moved the name. The commits are still in your repository.' },
            ],
          },
          {
            chapter: 'And back',
            arrange: 'rows',
            panels: [
              prints(
                [
                  [0, '$ git reflog', 'quiet'],
                  [1, 'b2e90c1 HEAD@{0}: reset: moving to HEAD~2'],
                  [1, 'd4a7713 HEAD@{1}: commit: Send the invoice by mail', 'good'],
                  [1, 'c3f0b52 HEAD@{2}: commit: Draw the invoice as PDF'],
                ],
                'Terminal',
              ),
              answer(2, 'shell', '$ git branch rescue HEAD@{1}\n$ git reset --hard rescue'),
            ],
            steps: [
              { say: 'The reflog lists every place where you have been.' },
              { say: 'Line one is where you were before the reset.' },
              { say: 'Give that commit a name first. Then nothing can happen to it any more.', focus: '1' },
              { say: 'And move your branch there.', focus: '2' },
            ],
          },
        ],
        recap: {
          points: [
            { say: 'A reset moves names, it deletes no commits.' },
            { say: '`git reflog` knows where you were.' },
            { say: 'Only what was never committed is gone.' },
          ],
        },
      },
    ],
  },
]
