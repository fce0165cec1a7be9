/** Buffers of one size, lent one after the other to whoever sends a film. */
export type PieceBuffers = {
  readonly bytes: number
  /** Undefined where as many are lent as there may be. */
  take(): Buffer | undefined
  /** Gives one back. Where the system may still be sending from it, it is not lent again. */
  giveBack(buffer: Buffer, isInUse: boolean): void
}

/** @param most are lent at once; of those that come back `kept` are lent again, the rest is left to the collector */
export function pieceBuffers(
  bytes: number,
  { most = Number.POSITIVE_INFINITY, kept }: { most?: number; kept: number },
): PieceBuffers {
  const idle: Buffer[] = []
  let lent = 0
  return {
    bytes,
    take() {
      if (lent >= most) return undefined
      lent += 1
      return idle.pop() ?? Buffer.allocUnsafeSlow(bytes)
    },
    giveBack(buffer, isInUse) {
      lent -= 1
      if (!isInUse && idle.length < kept) idle.push(buffer)
    },
  }
}

/** Lets so many pieces of work go on at once. The others begin in the order in which they came, when one before has ended. */
export function inTurns(most: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  const waiting: (() => void)[] = []
  let going = 0
  return async (work) => {
    if (going < most) going += 1
    else await new Promise<void>((begin) => waiting.push(begin))
    try {
      return await work()
    } finally {
      // whoever is next takes this place
      const next = waiting.shift()
      if (next) next()
      else going -= 1
    }
  }
}
