/** A caller: session token, if sent, and network (`clientNetwork`), both unverified. */
export type Asker = { readonly session: string | undefined; readonly network: string }

/** Maximum of concurrent calls of one session, or of one network under load. */
export const maxOfSession = 16
export const maxOfNetwork = 24
/** Maximum of waiting calls, and the longest wait in milliseconds. */
export const maxWaiting = 1_000
export const maxWaitMs = 700
/** Milliseconds between checks of waiting calls. */
const lookMs = 10

type Waiting = {
  readonly asker: Asker
  readonly sinceMs: number
  readonly decide: (admitted: boolean) => void
}

/** A call in the admission: call `left` once, when it was answered or its client disconnected. */
type Pass = { left(): void }

export type Admission = {
  /** `decide` is called once: with true to admit the call, with false to refuse it. */
  ask(asker: Asker, decide: (admitted: boolean) => void): Pass
}

/**
 * Admits calls while there is room, and queues the others in the order of arrival, for `maxWaitMs` at most: waiting
 * slows a client down, where a refusal would make it ask again at once. A session or network gets its share only,
 * however many connections it has.
 * @param room number of calls that may be admitted now; 0 or less under load
 */
export function createAdmission(room: () => number, nowMs = () => performance.now()): Admission {
  const { count, each } = countUnderWay()
  const waiting = new Set<Waiting>()
  let timer: NodeJS.Timeout | undefined

  const hasRoom = ({ session }: Asker) => session === undefined || count(session) < maxOfSession

  const admitWaiting = () => {
    const oldest = nowMs() - maxWaitMs
    let free = room()
    for (const one of waiting) {
      const isLate = one.sinceMs <= oldest
      const fits = free > 0 && hasRoom(one.asker) && count(one.asker.network) < maxOfNetwork
      if (!fits && !isLate) continue
      waiting.delete(one)
      if (fits) free -= 1
      one.decide(fits)
    }
    if (waiting.size === 0) stopLooking()
  }
  const stopLooking = () => {
    clearInterval(timer)
    timer = undefined
  }

  return {
    ask(asker, decide) {
      let isUnderWay = false
      let entry: Waiting | undefined
      const settle = (admitted: boolean) => {
        isUnderWay = admitted
        if (admitted) each(asker, 1)
        decide(admitted)
      }
      if (waiting.size === 0 && room() > 0 && hasRoom(asker)) settle(true)
      else if (waiting.size >= maxWaiting) settle(false)
      else {
        entry = { asker, sinceMs: nowMs(), decide: settle }
        waiting.add(entry)
        timer ??= setInterval(admitWaiting, lookMs).unref()
        // calls ahead of it may wait for their session only
        if (room() > 0) admitWaiting()
      }
      return {
        left() {
          if (entry) waiting.delete(entry)
          if (!isUnderWay) return
          isUnderWay = false
          each(asker, -1)
          if (waiting.size > 0) admitWaiting()
        },
      }
    },
  }
}

/** Counts the calls of each session and network that were admitted and not answered yet. */
function countUnderWay() {
  const underWay = new Map<string, number>()
  const count = (key: string) => underWay.get(key) ?? 0
  const add = (key: string, more: 1 | -1) => {
    const now = count(key) + more
    if (now > 0) underWay.set(key, now)
    else underWay.delete(key)
  }
  const each = ({ session, network }: Asker, more: 1 | -1) => {
    add(network, more)
    if (session !== undefined) add(session, more)
  }
  return { count, each }
}
