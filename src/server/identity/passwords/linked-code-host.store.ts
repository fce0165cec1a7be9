import type { Transaction } from 'kysely'
import type { Tables } from '#server/platform/database/tables.ts'

/** The name at the code host by which a user can sign in beside their password. */
export async function findLinkedLogin(trx: Transaction<Tables>, userId: string): Promise<string | undefined> {
  const row = await trx
    .selectFrom('code_host_identity')
    .select('login')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.login
}

/** Ends signing in by the code host. The picture that came from there goes with it: the keys of its bytes. */
export async function deleteLinkedCodeHost(trx: Transaction<Tables>, userId: string): Promise<string[]> {
  await trx.deleteFrom('code_host_identity').where('user_id', '=', userId).execute()
  const pictures = await trx.deleteFrom('avatar').where('user_id', '=', userId).returning('key').execute()
  return pictures.map(({ key }) => key)
}
