/** The longest wait for running queries, in milliseconds: a hanging connection must not block all. */
const maxWaitMs = 20

/**
 * Batches concurrent questions into one query: those of one turn of the event loop go together, and those that arrive
 * while a query runs go together after it. The busier the process, the less a request costs. Each answer is read after
 * its question was asked. `ask` answers in the order of the questions.
 */
export function askTogether<Question, Answer>(
  ask: (questions: readonly Question[]) => Promise<readonly Answer[]>,
  most = 100,
): (question: Question) => Promise<Answer> {
  let waiting: Asked<Question, Answer>[] = []
  let underWay = 0
  let isPlanned = false
  let timer: NodeJS.Timeout | undefined
  const send = () => {
    isPlanned = false
    clearTimeout(timer)
    timer = undefined
    const now = waiting.slice(0, most)
    waiting = waiting.slice(most)
    if (now.length === 0) return
    underWay += 1
    tell(now, () => ask(now.map(({ question }) => question))).finally(() => {
      underWay -= 1
      send()
    })
  }
  return (question) =>
    new Promise((resolve, reject) => {
      waiting.push({ question, resolve, reject })
      if (underWay > 0) timer ??= setTimeout(send, maxWaitMs)
      else if (!isPlanned) {
        isPlanned = true
        setImmediate(send)
      }
    })
}

type Asked<Question, Answer> = {
  readonly question: Question
  resolve(answer: Answer): void
  reject(error: unknown): void
}

async function tell<Question, Answer>(
  asked: readonly Asked<Question, Answer>[],
  ask: () => Promise<readonly Answer[]>,
): Promise<void> {
  try {
    const answers = await ask()
    if (answers.length !== asked.length) throw new Error('as many answers as questions are needed')
    for (const [index, { resolve }] of asked.entries()) resolve(answers[index] as Answer)
  } catch (error) {
    for (const { reject } of asked) reject(error)
  }
}
