import { m } from '#messages/generated/messages.js'
import { useConfig } from '#web/platform/site/site.ts'

/** Returns the sentence beside a setting that cannot be changed at the desk: who decides it. */
export function useFixedHint(): string {
  return useConfig().demo ? m.desk_fixed_by_demo() : m.desk_fixed_by_environment()
}
