/** A pool of buffers of one size for sending videos. */
export type PieceBuffers = {
  readonly bytes: number
  /** Undefined when all buffers are in use. */
  take(): Buffer | undefined
  /** Returns a buffer. If the system may still be sending from it, it is not reused. */
  giveBack(buffer: Buffer, isInUse: boolean): void
}

/**
 * *
 * @param most maximum in use
 * @param kept number of returned buffers that are reused; the others are garbage collected
 */
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

/** Limits concurrency; waiting tasks start in order. */
export function inTurns(most: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  const waiting: (() => void)[] = []
  let going = 0
  return async (work) => {
    if (going < most) going += 1
    else await new Promise<void>((begin) => waiting.push(begin))
    try {
      return await work()
    } finally {
      // the next task takes this slot
      const next = waiting.shift()
      if (next) next()
      else going -= 1
    }
  }
}
