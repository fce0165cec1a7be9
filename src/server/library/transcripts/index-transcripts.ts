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

/** For films that were imported before there was a search in what they say. */
export const transcriptsUpkeep: readonly UpkeepStep[] = [
  { name: 'index-transcripts', every: 'minute', apart: true, run: indexTranscripts },
]

/**
 * Makes what is said in the films of the catalogue searchable, as far as it is not yet, and forgets what is said no longer.
 * What cannot be read or stored keeps no other film from it; the last error is thrown when all were tried.
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
      const sentences = transcriptSentences(await file.handle.readFile('utf8'))
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

/** How the database reduces the words of a language to their stems; not at all where it is neither of ours. */
function configOf(srclang: string): 'english' | 'german' | 'simple' {
  const [language] = srclang.split('-')
  if (language === 'en') return 'english'
  return language === 'de' ? 'german' : 'simple'
}
