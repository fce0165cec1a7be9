export type ThreadSettings = { readonly directory: string; readonly startParameters: readonly string[] }

/** PGlite's programs, compiled. */
export type Programs = {
  readonly pgliteWasmModule: WebAssembly.Module
  readonly initdbWasmModule: WebAssembly.Module
}

/** Start data of the embedded database's thread. */
export type ThreadData = ThreadSettings & { readonly programs: Programs }

/** Start data of the thread that creates a new database in an empty directory. */
export type FillData = { readonly directory: string; readonly programs: Programs }

/** Messages to the thread; `connection` numbers the pool's connections, of which only the newest is served. */
export type ToThread =
  | { readonly kind: 'protocol'; readonly connection: number; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'count-syncs' }
  | { readonly kind: 'close' }

/** Messages from the thread. */
export type FromThread =
  | { readonly kind: 'ready' }
  | { readonly kind: 'reply'; readonly connection: number; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'syncs'; readonly count: number }
  | { readonly kind: 'broken'; readonly reason: string }
  | { readonly kind: 'closed' }
