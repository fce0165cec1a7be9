export type ThreadSettings = { readonly directory: string; readonly startParameters: readonly string[] }

/** PGlite's programs, compiled. */
export type Programs = {
  readonly pgliteWasmModule: WebAssembly.Module
  readonly initdbWasmModule: WebAssembly.Module
}

/** What the embedded database's thread is started with. */
export type ThreadData = ThreadSettings & { readonly programs: Programs }

/** What the thread that makes a new database is started with: an empty directory. */
export type FillData = { readonly directory: string; readonly programs: Programs }

/** From the server to the thread; `connection` numbers the pool's connections, of which only the newest is listened to. */
export type ToThread =
  | { readonly kind: 'protocol'; readonly connection: number; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'count-syncs' }
  | { readonly kind: 'close' }

/** From the thread to the server. */
export type FromThread =
  | { readonly kind: 'ready' }
  | { readonly kind: 'reply'; readonly connection: number; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'syncs'; readonly count: number }
  | { readonly kind: 'broken'; readonly reason: string }
  | { readonly kind: 'closed' }
