/** Tries in a row before the film counts as broken. */
const most = 3

type Recovery = {
  /** The film failed: true when it is worth asking for a new media address. */
  worthReopening(): boolean
  /** The film plays: what went before is mended. */
  played(): void
}

/**
 * A media address lives five minutes and is extended while the film plays, so after a long pause it is refused. Then the
 * player asks for a new one and goes on where it was, unseen; only when that does not help does it say so.
 */
export function newRecovery(): Recovery {
  let failures = 0
  return {
    worthReopening() {
      failures += 1
      return failures < most
    },
    played() {
      failures = 0
    },
  }
}
