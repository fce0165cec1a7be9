import type { Video } from '#contract/library/library.ts'
import { widestCopy } from '#contract/library/poster.ts'
import { href } from '#contract/pages.ts'
import { type FirstWeekStep, firstWeekEnd, firstWeekMessage } from '#domain/accounts/first-week.ts'
import { nextFilm } from '#domain/catalogue/next-film.ts'
import { newsletterKey } from '#server/identity/accounts/newsletter-consent.store.ts'
import { readStoredCatalogue } from '#server/library/catalogue/library.store.ts'
import { type ListedCatalogue, listCatalogue } from '#server/library/catalogue/listed-catalogue.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { oneByOne, type StepOutcome } from '#server/platform/jobs/upkeep-step.ts'
import type { MailFilm } from '#server/platform/mail/compose-mail.ts'
import { queueMail } from '#server/platform/mail/queue-mail.ts'
import { firstWeekMail } from '#server/platform/mail/templates/first-week.ts'
import type { Services } from '#server/platform/services/services.ts'
import { lockNewcomer, type Newcomer, readNewcomers, viewedVideos, writtenSteps } from './first-week.store.ts'
import { unsubscribeAddress } from './unsubscribe-token.ts'

/**
 * Writes the mails of the first week to users with consent to the newsletter: what they watched, and what is next. Each
 * is written once, by its key in the outbox; one that is not sent within the week is dropped.
 */
export async function sendFirstWeek(services: Services): Promise<StepOutcome> {
  const { clock, database, log } = services
  const now = clock.now()
  const due: string[] = []
  for (const newcomer of await readNewcomers(database.db, weekBefore(now)))
    if (await stepFor(database.db, newcomer, now)) due.push(newcomer.accountId)
  if (due.length === 0) return 'done'
  const catalogue = listCatalogue(await readStoredCatalogue(database.db), now)
  return oneByOne(
    due,
    (accountId) => write(services, accountId, catalogue),
    (error, accountId) => {
      log.error(
        { err: error, accountId },
        'a message of the first week could not be written; it is tried again',
      )
    },
  )
}

/** Returns the due mail that was not written yet. A mail that was missed is not sent after a later one. */
async function stepFor(
  db: Parameters<typeof writtenSteps>[0],
  { accountId, confirmedAt }: Newcomer,
  now: Date,
): Promise<FirstWeekStep | undefined> {
  const step = firstWeekMessage(confirmedAt, now)
  return step && !(await writtenSteps(db, accountId)).has(step) ? step : undefined
}

function weekBefore(now: Date): Date {
  return new Date(now.getTime() - 7 * 86_400_000)
}

function write(services: Services, accountId: string, catalogue: ListedCatalogue): Promise<void> {
  const { clock, config, database } = services
  return inTransaction(database.db, async (trx) => {
    // serialised with unsubscribing
    const newcomer = await lockNewcomer(trx, accountId, weekBefore(clock.now()))
    const step = newcomer && (await stepFor(trx, newcomer, clock.now()))
    if (!newcomer || !step) return
    const viewed = (await viewedVideos(trx, newcomer.userId)).filter((id) => catalogue.placeOf.has(id))
    const last = catalogue.videos.find(({ id }) => id === viewed[0])
    const next = nextFilm(catalogue, viewed)
    await queueMail(trx, services, {
      effectKey: newsletterKey(accountId) + step,
      template: 'newsletter',
      to: newcomer.email,
      sendBefore: firstWeekEnd(newcomer.confirmedAt),
      content: firstWeekMail(
        {
          step,
          name: newcomer.name,
          watched: last?.title,
          film: next && filmOf(next, config.baseUrl),
          unsubscribe: await unsubscribeAddress(trx, config, accountId, clock.now()),
        },
        config,
        newcomer.language,
      ),
    })
  })
}

function filmOf(video: Video, baseUrl: URL): MailFilm {
  const poster = widestCopy(video) ?? video.thumbnailUrl
  return {
    title: video.title,
    href: new URL(href('video', { id: video.id }), baseUrl).href,
    ...(poster !== undefined && { poster: new URL(poster, baseUrl).href }),
  }
}
