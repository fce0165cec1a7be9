import { Duplex } from 'node:stream'

/** The thread as seen by one connection. */
export type DriverPeer = {
  /** Resolves once the thread runs; rejects when it cannot be started. */
  started(): Promise<void>
  send(bytes: Uint8Array<ArrayBuffer>): void
}

const authenticated = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0])
const readyForQuery = Buffer.from([0x5a, 0, 0, 0, 5, 0x49])

/**
 * Resets the session: no partial message, transaction, prepared statement or setting of an earlier connection remains.
 */
const freshSession = Buffer.concat([
  message('S', ''),
  message('Q', 'rollback\0'),
  message('Q', 'discard all\0'),
])

const idle = 0x49
const terminate = 0x58

/**
 * The socket that the `pg` driver gets. The startup of a session is answered here; everything else is passed to the
 * thread unchanged, and its replies come back through `receive`.
 */
export class DriverSocket extends Duplex {
  /** Whether PostgreSQL's last reply reported an open transaction. */
  inTransaction = false
  readonly #peer: DriverPeer
  #session: 'new' | 'opening' | 'open' = 'new'

  constructor(peer: DriverPeer) {
    super()
    this.#peer = peer
  }

  /** Called by the driver instead of connecting a socket. */
  connect(): this {
    this.#peer.started().then(
      () => this.emit('connect'),
      (problem: Error) => this.destroy(problem),
    )
    return this
  }

  /** Delivers the reply. */
  receive(bytes: Uint8Array<ArrayBuffer>): void {
    if (this.destroyed) return
    if (this.#session === 'opening') {
      this.#session = 'open'
      this.push(Buffer.concat([authenticated, readyForQuery]))
      return
    }
    if (bytes.length >= readyForQuery.length && bytes.at(-6) === readyForQuery[0]) {
      this.inTransaction = bytes.at(-1) !== idle
    }
    this.push(Buffer.from(bytes.buffer))
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#deliver(chunk)
    done()
  }

  override _writev(chunks: { chunk: Buffer }[], done: () => void): void {
    this.#deliver(Buffer.concat(chunks.map(({ chunk }) => chunk)))
    done()
  }

  override _final(done: () => void): void {
    this.push(null)
    done()
  }

  // Called by the driver on its socket; no-ops here.
  setNoDelay(): this {
    return this
  }
  setKeepAlive(): this {
    return this
  }
  ref(): this {
    return this
  }
  unref(): this {
    return this
  }

  #deliver(bytes: Buffer): void {
    if (this.#session === 'new') {
      this.#session = 'opening'
      this.#peer.send(Uint8Array.from(freshSession))
    } else if (bytes[0] !== terminate) {
      this.#peer.send(Uint8Array.from(bytes))
    }
  }
}

function message(type: string, body: string): Buffer {
  const head = Buffer.alloc(5)
  head.write(type)
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, Buffer.from(body)])
}
