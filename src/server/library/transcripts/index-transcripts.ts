import { transcriptSentences } from '#domain/catalogue/transcript.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { StepOutcome, UpkeepStep } from '#server/platform/jobs/upkeep-step.ts'
import type { Services } from '#server/platform/services/services.ts'
import {
  captionsToIndex,
  forgetOldTranscripts,
  storeTranscript,
  tellOfTranscripts,
} from './transcript.store.ts'

/** For videos imported before transcripts were searchable. */
export const transcriptsUpkeep: readonly UpkeepStep[] = [
  { name: 'index-transcripts', every: 'minute', apart: true, run: indexTranscripts },
]

/**
 * Indexes new captions for search, and deletes outdated transcripts. A failure stops no other video; the last error is
 * thrown at the end.
 */
export async function indexTranscripts({
  database,
  media,
  stopping,
}: Pick<Services, 'database' | 'media'> & { readonly stopping?: AbortSignal }): Promise<StepOutcome> {
  let outcome: StepOutcome = 'done'
  let failure: unknown
  await forgetOldTranscripts(database.db)
  let stored = 0
  for (const captions of await captionsToIndex(database.db)) {
    if (stopping?.aborted) break
    const file = await media.open(captions.key)
    if (!file) {
      outcome = 'failed'
      continue
    }
    try {
      const sentences = transcriptSentences((await file.bytes()).toString())
      await inTransaction(database.db, (trx) =>
        storeTranscript(trx, { ...captions, config: configOf(captions.srclang) }, sentences),
      )
      stored += 1
    } catch (error) {
      failure = error
    } finally {
      await file.close()
    }
  }
  if (stored > 0) await tellOfTranscripts(database.db)
  if (failure !== undefined) throw failure
  return outcome
}

/** The text search configuration of a language; without stemming for other languages. */
function configOf(srclang: string): 'english' | 'german' | 'simple' {
  const [language] = srclang.split('-')
  if (language === 'en') return 'english'
  return language === 'de' ? 'german' : 'simple'
}
