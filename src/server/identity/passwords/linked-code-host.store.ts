import type { Trx } from '#server/platform/database/tables.ts'

/** Returns the user's name at a linked code host. */
export async function findLinkedLogin(trx: Trx, userId: string): Promise<string | undefined> {
  const row = await trx
    .selectFrom('code_host_identity')
    .select('login')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.login
}

/** Unlinks the code host and its picture; returns the keys of the picture's bytes. */
export async function deleteLinkedCodeHost(trx: Trx, userId: string): Promise<string[]> {
  await trx.deleteFrom('code_host_identity').where('user_id', '=', userId).execute()
  const pictures = await trx.deleteFrom('avatar').where('user_id', '=', userId).returning('key').execute()
  return pictures.map(({ key }) => key)
}
