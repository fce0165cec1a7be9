import { maxContacts, searchContacts } from '#server/front/admin/find-contacts.ts'
import { findDeskVideos } from '#server/front/admin/library/desk-video.store.ts'
import { ordersFor } from '#server/front/admin/shop/order-desk.store.ts'
import type { UseCase } from '#server/platform/http/route.ts'
import { accountsNamed } from './find-account.store.ts'
import { readPeople } from './people.store.ts'
import { lookOf } from './show-people.ts'

/** So many of each kind are found. */
const most = 6

/** `GET /api/admin/find`: whole numbers first, then names and emails. */
export const findAtDesk: UseCase<'findAtDesk', 'clock' | 'config' | 'database'> = async (
  services,
  { query: { query } },
) => {
  const { db } = services.database
  const text = query.trim()
  if (text === '') return { status: 200, body: { people: [], orders: [], videos: [] } }
  const named = await accountsNamed(db, text, most)
  const by = new Map(named.map(({ accountId, foundBy }) => [accountId, foundBy]))
  const owners = await readPeople(db, [...by.keys()], lookOf(services))
  const contacts = await searchContacts(services, text)
  const people = [
    ...owners.map(({ accountId: id, name, email }) => ({
      id,
      name,
      email,
      foundBy: by.get(id) ?? 'contact',
    })),
    ...contacts.slice(0, maxContacts).map(({ id, accountId, role, name, email }) => ({
      id: role === 'owner' ? accountId : id,
      name,
      email,
      foundBy: 'contact' as const,
    })),
  ]
  const digits = /^[\d\s]+$/.test(text) ? text.replace(/\s/g, '') : ''
  const page = { limit: most, offset: 0 }
  const { orders } = await ordersFor(db, { digits, emailPart: text.toLowerCase(), state: undefined }, page)
  const { videos } = await findDeskVideos(db, { search: text.slice(0, 200) }, services.clock.now())
  return {
    status: 200,
    body: {
      people: people.slice(0, most),
      orders: orders.map(({ id, number, email }) => ({ id, number, email })),
      videos: videos.slice(0, most).map(({ id, title }) => ({ id, title })),
    },
  }
}
