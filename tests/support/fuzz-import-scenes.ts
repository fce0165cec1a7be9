import { randomUUID } from 'node:crypto'
import { own, type Scenes, type Stage } from './fuzz-stage.ts'
import { storeImportedPerson, storePeopleImport, storeRefusedRow } from './stored/imports.ts'

/** What has to be there before a call about people who move in can succeed: a checked list, or an import. */
export const importScenes: Scenes = {
  checkPeopleList: async (stage) =>
    byTheDesk(stage, {
      file: 'people.csv',
      columns: ['Email'],
      rows: [{ row: 2, cells: [`moves${stage.count}@example.org`] }],
      mapping: { email: 0 },
      language: 'en',
    }),
  peopleListErrors: async (stage) => {
    const id = await importIn(stage, 'done')
    await storeRefusedRow(stage.site.db, id)
    return { id }
  },
  importPeople: async (stage) => byTheDesk(stage, { id: await importIn(stage, 'checked') }),
  undoPeopleImport: async (stage) => byTheDesk(stage, { id: await importIn(stage, 'done') }),
  takeOverCards: async (stage) => {
    const id = await importIn(stage, 'done')
    const { database, clock } = stage.site.services
    const email = `paying${stage.count}@example.org`
    const customer = `cus_${stage.count}`
    await storeImportedPerson(database.db, { importId: id, email, customer, at: clock.now() })
    return byTheDesk(stage, { id })
  },
  invitePeople: async (stage) => {
    const id = await importIn(stage, 'done')
    const { database, clock } = stage.site.services
    const email = `imported${stage.count}@example.org`
    await storeImportedPerson(database.db, { importId: id, email, at: clock.now() })
    return byTheDesk(stage, { id, count: 1 })
  },
}

async function importIn({ site }: Stage, state: 'checked' | 'done'): Promise<string> {
  const id = randomUUID()
  await storePeopleImport(site.db, { id, state, at: site.clock.now() })
  return id
}

function byTheDesk({ known }: Stage, body: object) {
  return { body: JSON.stringify({ ...body, password: own(known, 'admin').password }) }
}
