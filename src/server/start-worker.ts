import { processMetrics } from '#server/front/metrics/process-metrics.ts'
import { listenForMetrics, metricsText } from '#server/front/metrics/serve-metrics.ts'
import { filmListener } from '#server/library/processing/film-listener.ts'
import { startFilmJobs } from '#server/library/processing/process-film.ts'
import type { ReadConfig } from '#server/platform/config/config.ts'
import { migrationsFolder } from '#server/platform/database/migrate.ts'
import { openDatabase } from '#server/platform/database/open.ts'
import { openMedia } from '#server/platform/outside/s3/open-media.ts'
import { startQueue } from '#server/platform/queue/queue.ts'
import { systemClock } from '#server/platform/runtime/clock.ts'
import { createLog } from '#server/platform/runtime/log.ts'
import { systemRandom } from '#server/platform/runtime/random.ts'
import { StartProblem } from '#server/platform/runtime/start-problem.ts'
import { prepareFolders, prepareMediaFolder } from './platform/config/prepare-folders.ts'

/** A running worker. */
type Worker = { stop(): Promise<void> }

/**
 * Starts a process that converts films and serves nobody. Throws `StartProblem` for what the operator must correct, such
 * as the embedded database, which belongs to the process of the site.
 */
export async function startWorker(config: ReadConfig): Promise<Worker> {
  const { databaseUrl, dataDir } = config
  if (databaseUrl === undefined)
    throw new StartProblem('ROLE=worker needs DATABASE_URL: the embedded database belongs to the site alone.')
  if (config.ffmpeg === undefined) throw new StartProblem('ROLE=worker needs ffmpeg, but FFMPEG is "none".')
  await prepareFolders(config)
  const log = createLog(config.logLevel)
  const database = await openDatabase({
    databaseUrl,
    dataDir,
    poolSize: config.databasePool,
    waitMs: config.databaseWaitMs,
    migrationsDir: migrationsFolder,
    log,
  })
  // without it, films would go where the site does not find them
  await prepareMediaFolder(config.mediaFolder, !config.s3)
  const media = await openMedia(config)
  const stopping = new AbortController()
  const queue = await startQueue({ database, log })
  const services = {
    config: { ...config, processingJobs: Math.max(1, config.processingJobs) },
    database,
    media,
    queue,
    log,
    clock: systemClock,
    random: systemRandom,
    stopping: stopping.signal,
  }
  await startFilmJobs(services, filmListener(services))
  const metrics = await listenForMetrics(
    config,
    metricsText(processMetrics(database), async () => undefined),
  )
  return {
    async stop() {
      stopping.abort()
      metrics?.close()
      await queue.stop()
      await database.close()
    },
  }
}
