import { executionAsyncResource } from 'node:async_hooks'

/**
 * Keeps one object of the kind that `process.nextTick` allocates alive. Without a live one, V8 drops their hidden class
 * at the next garbage collection, and Node's compiled code falls back to slow property access: a call then takes four
 * times as long, and a request makes ten of them (decisions/006-built-server.md).
 */
export function keepTickShape(): void {
  process.nextTick(() => {
    kept.push(executionAsyncResource())
  })
}
const kept: object[] = []
