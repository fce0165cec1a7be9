import { executionAsyncResource } from 'node:async_hooks'

/**
 * Keeps one object of the kind that `process.nextTick` makes for each call. While none of them is alive, V8 forgets what
 * they look like at the next collection of garbage, and Node's code that makes them, compiled for the former look, asks V8's
 * runtime for each property from then on: a call takes four times as long, and a request has ten of them
 * (decisions/006-built-server.md).
 */
export function keepTickShape(): void {
  process.nextTick(() => {
    kept.push(executionAsyncResource())
  })
}
const kept: object[] = []
