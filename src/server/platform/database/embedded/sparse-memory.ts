import { PGlite } from '@electric-sql/pglite'

const pieceBytes = 65_536

/**
 * Makes the filling of a new database take a third of the memory. PGlite copies the whole 128 MB of its program's memory before
 * it runs initdb, and copies them back before each of its steps, though nearly all of it is zeros that were never
 * touched: memory that a process only gets by writing to it. Here only what is not zero is copied.
 */
export function copyMemorySparsely(): void {
  const create = PGlite.create
  // it makes the instance that initdb runs in by the same function
  PGlite.create = async function sparsely(this: typeof PGlite, ...given: unknown[]) {
    const pglite = await Reflect.apply(create, this, given)
    for (const options of given)
      if (typeof options === 'object' && options !== null && 'noInitDb' in options && options.noInitDb)
        makeSparse(pglite.Module.HEAPU8)
    return pglite
  } as typeof PGlite.create
}

/** Gives a view of memory a `slice` and a `set` for all of it that pass over zeros. Once the memory grows it has another view. */
export function makeSparse(memory: Uint8Array): void {
  const whole = memory.length
  Object.defineProperties(memory, {
    slice: {
      value: (from = 0, to = whole) => {
        if (from !== 0 || to !== whole) return Uint8Array.prototype.slice.call(memory, from, to)
        const copy = new Uint8Array(whole)
        copyPieces(memory, copy)
        return copy
      },
    },
    set: {
      value: (source: ArrayLike<number>, offset = 0) => {
        if (offset === 0 && source instanceof Uint8Array && source.length === whole)
          copyPieces(source, memory)
        else Uint8Array.prototype.set.call(memory, source, offset)
      },
    },
  })
}

function copyPieces(source: Uint8Array, target: Uint8Array): void {
  for (let start = 0; start < source.length; start += pieceBytes) {
    const [from, to] = [pieceOf(source, start), pieceOf(target, start)]
    if (!from.equals(to)) from.copy(to)
  }
}

function pieceOf({ buffer, byteOffset, length }: Uint8Array, start: number): Buffer {
  return Buffer.from(buffer, byteOffset + start, Math.min(pieceBytes, length - start))
}
