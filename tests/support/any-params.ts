import type { Call } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'

const names = Object.values<Call>(calls).flatMap(({ path }) => path.match(/(?<=:)\w+/g) ?? [])

/** A value of each parameter that the path of a call has, for tests that make all calls. */
export const anyParams: Readonly<Record<string, string>> = {
  ...Object.fromEntries(names.map((name) => [name, '1'])),
  id: 'some-video',
  page: 'faq',
  provider: 'sandbox',
}
