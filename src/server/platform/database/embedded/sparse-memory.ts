import { PGlite } from '@electric-sql/pglite'

const pieceBytes = 65_536

/**
 * Cuts the memory that creating a database takes to a third. PGlite copies all 128 MB of its program's memory before
 * initdb, and back before each of its steps, though nearly all of it is untouched zeros, for which the operating system
 * allocates pages only when they are written. This copies non-zero parts only.
 */
export function copyMemorySparsely(): void {
  const create = PGlite.create
  // it also creates the instance that runs initdb
  PGlite.create = async function sparsely(this: typeof PGlite, ...given: unknown[]) {
    const pglite = await Reflect.apply(create, this, given)
    for (const options of given)
      if (typeof options === 'object' && options !== null && 'noInitDb' in options && options.noInitDb)
        makeSparse(pglite.Module.HEAPU8)
    return pglite
  } as typeof PGlite.create
}

/**
 * Replaces `slice` and `set` of a view of the whole memory by versions that skip zeros. Growing the memory creates a
 * new view.
 */
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
