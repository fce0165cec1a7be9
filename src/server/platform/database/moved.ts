import { StartProblem } from '#server/platform/runtime/start-problem.ts'
import type { Database } from './database.ts'

/** The setting that marks a database from which the site has moved away. */
export const movedSetting = 'moved'

/**
 * The table of a database into which a site is moving or has moved: the ID of the move, and whether the copy is
 * complete. The first opening by the program drops it.
 */
export const movingInTable = 'moving_in'

/**
 * Throws `StartProblem` for a database from which the site has moved away, and for an incomplete copy. A complete copy
 * becomes the site: from then on the move cannot be undone.
 */
export async function refuseMoved({ pool }: Pick<Database, 'pool'>): Promise<void> {
  const { rows } = await pool.query<{ setting: boolean; moving: boolean }>(
    `select to_regclass('setting') is not null as setting, to_regclass('${movingInTable}') is not null as moving`,
  )
  if (rows[0]?.setting) {
    const mark = await pool.query('select from setting where name = $1', [movedSetting])
    if (mark.rows.length > 0)
      throw new StartProblem(
        'The site has moved from this database to another one: name that one by DATABASE_URL, or by DATA_DIR. While the other one has served nobody, "npm run admin -- move --undo" brings the site back.',
      )
  }
  if (!rows[0]?.moving) return
  const whole = await pool.query(`select from ${movingInTable} where whole`)
  if (whole.rows.length === 0)
    throw new StartProblem(
      'This database holds an incomplete copy of a site that was moving here, or was being restored: run "npm run admin -- move" at the former one again, or restore the backup again.',
    )
  await pool.query(`drop table if exists ${movingInTable}`)
}
