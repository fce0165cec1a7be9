import type { Category } from '../film.ts'
import { draw } from '../picture.ts'
import { code, picture, prints } from '../scene-parts.ts'

export const react: readonly Category[] = [
  {
    folder: 'frontend/react',
    name: 'React',
    position: 2,
    hue: 205,
    description: 'How React decides what to keep, what to run and what to draw again.',
    films: [
      {
        id: 'state-or-ref',
        title: 'State or ref?',
        motif: 'useState ∕ useRef',
        published: '2025-06-17',
        tags: ['react', 'fundamentals'],
        versions: ['React 19'],
        description: `Ask one question: *does the screen show it?* What is shown belongs in state, because a change must draw again. What is only remembered, a timer, a socket, the last position, belongs in a ref.

Read a ref in handlers and effects, never while rendering. From the documentation: [Referencing values with refs](https://react.dev/learn/referencing-values-with-refs).`,
        opening: { say: 'Both remember a value between renders. So which one do you take?' },
        scenes: [
          {
            chapter: 'One question',
            panels: [
              picture(1100, 420, (step) =>
                [
                  draw.box(310, 30, 480, 80, 'does the screen show it?', step === 0 ? 'lit' : ''),
                  draw.arrow(450, 115, 280, 210, '', step === 1 ? 'lit' : ''),
                  draw.arrow(650, 115, 820, 210, '', step === 2 ? 'lit' : ''),
                  draw.text(295, 155, 'yes', 'strong'),
                  draw.text(800, 155, 'no', 'strong'),
                  draw.box(130, 220, 300, 80, 'useState', step === 1 ? 'lit' : ''),
                  draw.box(670, 220, 300, 80, 'useRef', step === 2 ? 'lit' : ''),
                  draw.when(step >= 1, draw.text(280, 345, 'a change draws again')),
                  draw.when(step >= 2, draw.text(820, 345, 'a change is silent')),
                ].join(''),
              ),
            ],
            steps: [
              { say: 'Ask yourself: does the screen show it?' },
              { say: 'If it does, it is state. Setting it makes React draw again.' },
              { say: 'If not, it is a ref: a box that you may change, and nobody is told.' },
            ],
          },
          {
            chapter: 'A stopwatch needs both',
            panels: [
              code(
                'ts',
                `
function Stopwatch() {
  const [seconds, setSeconds] = useState(0)
  const timer = useRef<number>(undefined)
  const tick = () => setSeconds((s) => s + 1)

  function start() {
    clearInterval(timer.current)
    timer.current = window.setInterval(tick, 1000)
  }
  return <button onClick={start}>{seconds} s</button>
}`,
                'stopwatch.tsx',
              ),
            ],
            steps: [
              { say: 'The seconds are on screen, so they are state.', focus: '2,10' },
              {
                say: 'The timer is never drawn. We only need it to stop the old one, so it is a ref.',
                focus: '3,7-8',
              },
              { say: 'And the update is a function of the old value, so no tick is lost.', focus: '4' },
            ],
          },
        ],
        recap: {
          points: [
            { say: 'Shown on screen: state.' },
            { say: 'Only remembered: ref.' },
            { say: 'Never read a ref while rendering.' },
          ],
        },
      },
      {
        id: 'effect-cleanup',
        title: 'Every effect cleans up',
        motif: 'return () => leave()',
        published: '2025-09-23',
        tags: ['react', 'async', 'pitfalls'],
        versions: ['React 19'],
        description: `An effect connects a component to something outside React. Whatever it starts, it must also stop: React runs the cleanup before the next effect and when the component leaves.

In development, Strict Mode mounts every component twice to find the effects that forgot. If yours misbehaves then, it is the cleanup that is missing. See [Synchronizing with effects](https://react.dev/learn/synchronizing-with-effects).`,
        opening: {
          say: 'Your effect runs twice in development. That is not a bug in React. It is a question to you.',
        },
        scenes: [
          {
            chapter: 'Two rooms at once',
            panels: [
              code(
                'ts',
                `
useEffect(() => {
  const room = join(roomId)
  room.onMessage(show)
}, [roomId])`,
                'chat.tsx',
              ),
              prints([
                [0, "join 'general'"],
                [1, "join 'music'"],
                [1, 'now in 2 rooms', 'bad'],
              ]),
            ],
            steps: [
              { say: 'This effect joins a chat room.', focus: '2-3' },
              {
                say: 'The reader moves to another room. We join it too, and never left the first.',
                focus: '4',
              },
            ],
          },
          {
            chapter: 'Return the way back',
            panels: [
              code(
                'ts',
                `
useEffect(() => {
  const room = join(roomId)
  room.onMessage(show)
  return () => room.leave()
}, [roomId])`,
                'chat.tsx',
              ),
              prints([
                [0, "join  'general'"],
                [1, "leave 'general'"],
                [1, "join  'music'"],
                [1, 'now in 1 room', 'good'],
              ]),
            ],
            steps: [
              { say: 'Return a function that undoes what the effect did.', focus: '4' },
              { say: 'React calls it before the next effect, and when the component goes away.' },
            ],
          },
          {
            chapter: 'The late answer',
            panels: [
              code(
                'ts',
                `
useEffect(() => {
  const controller = new AbortController()
  fetch(\`/users/\${id}\`, { signal: controller.signal })
    .then((reply) => reply.json())
    .then(setUser, ignoreAbort)
  return () => controller.abort()
}, [id])`,
              ),
            ],
            steps: [
              {
                say: 'The same for requests: abort the old one, so that a late answer cannot replace a newer one.',
                focus: '2-3,6',
              },
            ],
          },
        ],
        recap: {
          points: [
            { say: 'What an effect starts, its cleanup stops.' },
            { say: 'Cleanup runs before each next effect, and at the end.' },
            { say: 'Strict Mode mounts twice to test exactly that.' },
          ],
        },
      },
      {
        id: 'list-keys',
        title: 'What a key is for',
        motif: 'key={task.id}',
        published: '2026-03-17',
        tags: ['react', 'pitfalls'],
        versions: ['React 19'],
        description: `A key tells React *which* item this is. With the position as a key, removing the first row keeps the first row's state and gives it to the second: typed text, focus and animations move to the wrong item.

The other way round, changing a key on purpose is the simplest way to reset a component. See [Rendering lists](https://react.dev/learn/rendering-lists).`,
        opening: { say: 'Delete the first row, and its text jumps into the second. The key did that.' },
        scenes: [
          {
            chapter: 'By position',
            arrange: 'rows',
            panels: [
              code('ts', 'tasks.map((task, index) =>\n  <Row key={index} task={task} />)'),
              picture(1100, 300, (step) => rows(step, 'index')),
            ],
            steps: [
              { say: 'Each row keeps a note that somebody has typed. The keys are zero, one and two.' },
              {
                say: 'Remove bread. Key zero is still there, so React keeps its note, and shows it beside milk.',
              },
            ],
          },
          {
            chapter: 'By identity',
            arrange: 'rows',
            panels: [
              code('ts', 'tasks.map((task) =>\n  <Row key={task.id} task={task} />)'),
              picture(1100, 300, (step) => rows(step, 'id')),
            ],
            steps: [
              { say: 'Now the key is the identity of the task.' },
              {
                say: 'Remove bread again. Its key is gone, and its note with it. The others stay as they were.',
              },
            ],
          },
          {
            chapter: 'A key as reset',
            panels: [code('ts', '<ProfileForm key={user.id} user={user} />')],
            steps: [
              {
                say: 'And a trick. A new key means a new component, so switching the user gives you an empty form.',
              },
            ],
          },
        ],
        recap: {
          points: [
            { say: 'A key says who, not where.' },
            { say: 'Positions are safe only if the list never changes.' },
            { say: 'Change a key to reset the state below it.' },
          ],
        },
      },
    ],
  },
]

/** Three tasks with typed notes, before (step 0) and after the first is removed. */
function rows(step: number, keys: 'index' | 'id'): string {
  const tasks = [
    { id: 'a7', name: 'bread', note: 'from Tom' },
    { id: 'c2', name: 'milk', note: '' },
    { id: 'f9', name: 'eggs', note: 'ten' },
  ]
  const left = step === 0 ? tasks : tasks.slice(1)
  return left
    .map((task, index) => {
      const y = 20 + index * 92
      const note = keys === 'index' ? (tasks[index]?.note ?? '') : task.note
      const isWrong = note !== task.note
      return (
        draw.box(60, y, 190, 70, keys === 'index' ? `key ${index}` : `key ${task.id}`, 'title') +
        draw.box(270, y, 300, 70, task.name) +
        draw.box(
          590,
          y,
          440,
          70,
          note === '' ? ' ' : `note: ${note}`,
          isWrong ? 'bad' : step === 1 ? 'good' : 'bare',
        )
      )
    })
    .join('')
}
