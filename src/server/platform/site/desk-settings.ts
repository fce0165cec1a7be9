import { isDeepStrictEqual } from 'node:util'
import { type Config, readConfig } from '#server/platform/config/config.ts'
import { type DeskValues, stripeNames } from '#server/platform/config/desk-names.ts'
import type { Database } from '#server/platform/database/database.ts'
import { StartProblem } from '#server/platform/runtime/start-problem.ts'
import type { Services } from '#server/platform/services/services.ts'
import { type DeskSettingRows, deskSettingRows, openedValues } from './desk-setting.store.ts'

/** Polling interval in milliseconds, for settings that another process has saved. */
const lookEveryMs = 500

/** The settings that the desk can change, as the program uses them. */
const liveKeys = [
  'seller',
  'vat',
  'smtpUrl',
  'smtpRequiresTls',
  'mailFrom',
  'stripe',
  'trialDays',
  'graceDays',
  'refundDays',
] as const
type Live = Pick<Config, (typeof liveKeys)[number]>

/**
 * Returns the settings as they would be with these values of the desk: variables of the environment win, Stripe's as a
 * whole. The problems name the settings that do not fit.
 */
export function settingsWith(
  config: Config,
  desk: DeskValues,
): Live | { readonly problems: readonly string[] } {
  const own: Partial<Record<string, string>> = { ...desk }
  if (stripeNames.some((name) => config.given[name] !== undefined))
    for (const name of stripeNames) delete own[name]
  return readConfig({ ...own, ...config.given })
}

/** Settings saved at the desk, followed in this process. */
export type DeskSettings = {
  refresh(): Promise<void>
  /** Calls `listener` after each change. */
  whenChanged(listener: () => Promise<unknown>): void
  close(): void
}

/**
 * Makes `config` follow the settings saved at the desk: from now on its seller, tax, mail server, payment keys and terms are those in use.
 * Changes of another process arrive within half a second. Throws `StartProblem` where the saved settings do not fit the
 * environment's. Once for each `config`.
 */
export async function followDeskSettings(
  config: Config,
  { database, log }: Pick<Services, 'database' | 'log'>,
): Promise<DeskSettings> {
  let rows: DeskSettingRows | undefined
  let live = Object.fromEntries(liveKeys.map((key) => [key, config[key]])) as Live
  for (const key of liveKeys) Object.defineProperty(config, key, { get: () => live[key], enumerable: true })
  const listeners: (() => Promise<unknown>)[] = []
  const look = async () => {
    const found = await deskSettingRows(database.db)
    if (isDeepStrictEqual(found, rows)) return
    const next = settingsWith(config, openedValues(config, found))
    if ('problems' in next) throw new StartProblem(next.problems.join('\n'))
    rows = found
    live = next
    for (const listener of listeners) await listener()
  }
  await look()
  let running: Promise<void> = Promise.resolve()
  const refresh = () => {
    running = running.catch(() => undefined).then(look)
    return running
  }
  let isFailing = false
  const timer = setInterval(() => {
    refresh().then(
      () => {
        isFailing = false
      },
      (err: unknown) => {
        if (!isFailing) log.warn({ err }, 'the settings of the desk cannot be read: the former ones stay')
        isFailing = true
      },
    )
  }, lookEveryMs).unref()
  return remembered(database, {
    refresh,
    whenChanged: (listener) => void listeners.push(listener),
    close: () => clearInterval(timer),
  })
}

function remembered(database: Database, { close, ...rest }: DeskSettings): DeskSettings {
  const known = followers.get(database) ?? new Set()
  followers.set(database, known)
  const followed: DeskSettings = {
    ...rest,
    close() {
      close()
      known.delete(followed)
    },
  }
  known.add(followed)
  return followed
}

const followers = new WeakMap<Database, Set<DeskSettings>>()

/** Applies settings that this process has just saved. */
export async function deskSettingsSaved({ database }: Pick<Services, 'database'>): Promise<void> {
  for (const followed of followers.get(database) ?? []) await followed.refresh()
}
