/** Who asks: a session's token, where one was sent, and a network (`clientNetwork`). Neither has been checked yet. */
export type Asker = { readonly session: string | undefined; readonly network: string }

/** Calls of one session, or of one network under load, that may be under way at once. */
export const maxOfSession = 16
export const maxOfNetwork = 24
/** Calls that may wait at once, and how long one waits before it is refused. */
export const maxWaiting = 1_000
export const maxWaitMs = 700
/** How often waiting calls are looked at. */
const lookMs = 10

type Waiting = {
  readonly asker: Asker
  readonly sinceMs: number
  readonly decide: (admitted: boolean) => void
}

/** A call's way through the admission: `left` is to be called once, when it was answered or its client has gone away. */
type Pass = { left(): void }

export type Admission = {
  /** `decide` is called once: with true when the call may go on, with false when it is to be refused. */
  ask(asker: Asker, decide: (admitted: boolean) => void): Pass
}

/**
 * Lets calls in while there is room and has the others wait in the order of their arrival, `maxWaitMs` milliseconds at most: a
 * client waits for its reply before it asks again, so waiting slows it down, where a refusal would have it ask again at once.
 * One session or network gets no more than its share, however many connections it has.
 * @param room how many more calls may be let in now; 0 or less under load
 */
export function createAdmission(room: () => number, nowMs = () => performance.now()): Admission {
  const underWay = new Map<string, number>()
  const waiting = new Set<Waiting>()
  let timer: NodeJS.Timeout | undefined

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
        // those before it may wait for their session alone
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
