// A process that writes to an embedded database and prints acknowledged writes, until it is killed.
import { openDatabase } from '#server/platform/database/open.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'

const [dataDir = '', migrationsDir = ''] = process.argv.slice(2)
const log = { info: () => {}, warn: () => {}, error: () => {} }

try {
  const database = await openDatabase({ dataDir, migrationsDir, log })
  console.log('open')
  for (let round = 0; ; round += 1) {
    const word = `${process.pid}/${round}`
    // a round writes two rows or none, so that a half transaction would show
    await inTransaction(database.db, async (trx) => {
      const values = [{ text: `${word}/a` }, { text: `${word}/b` }]
      await trx
        .insertInto('note' as never)
        .values(values as never)
        .execute()
    })
    console.log(word)
  }
} catch (problem) {
  console.error(problem instanceof Error ? `${problem.name}: ${problem.message}` : problem)
  process.exitCode = 1
}
