import { m } from '#messages/generated-mails/messages.js'
import type { Db } from '#server/platform/database/tables.ts'
import type { ExportSection } from './export-section.ts'

/** Identity data of the user. */
export const userSection: ExportSection = {
  name: 'user',
  about: m.export_user,
  columns: ['id', 'name', 'role', 'language', 'accountName', 'pictureSince', 'createdAt', 'deletionAt'],
  read: (db, { userId }) =>
    db
      .selectFrom('account_user')
      .innerJoin('account', 'account.id', 'account_user.account_id')
      .leftJoin('avatar', 'avatar.user_id', 'account_user.id')
      .select(['account_user.id', 'account_user.name', 'account_user.role', 'account_user.language'])
      .select(['account.name as accountName', 'avatar.created_at as pictureSince'])
      .select(['account_user.created_at as createdAt', 'account_user.deletion_at as deletionAt'])
      .where('account_user.id', '=', userId)
      .execute(),
}

export const contactsSection: ExportSection = {
  name: 'contacts',
  about: m.export_contacts,
  columns: ['email', 'primary', 'confirmedAt', 'addedAt'],
  read: (db, { userId }) =>
    db
      .selectFrom('contact')
      .select(['email', 'is_primary as primary', 'confirmed_at as confirmedAt', 'created_at as addedAt'])
      .where('user_id', '=', userId)
      .orderBy('is_primary', 'desc')
      .orderBy('created_at')
      .orderBy('id')
      .execute(),
}

/** Moves of the user's address by the admin, of the last two weeks. */
export const movedAddressesSection: ExportSection = {
  name: 'moved-addresses',
  about: m.export_moved_addresses,
  columns: ['formerEmail', 'email', 'askedAt', 'movedAt', 'objectedAt'],
  read: (db, { userId }) =>
    db
      .selectFrom('contact_move')
      .select(['former_email as formerEmail', 'email', 'created_at as askedAt'])
      .select(['proven_at as movedAt', 'objected_at as objectedAt'])
      .where('user_id', '=', userId)
      .orderBy('created_at')
      .orderBy('id')
      .execute(),
}

/** Orders of the shop, without their codes, which anyone could redeem. `gifts`: vouchers that will be mailed. */
export const ordersSection: ExportSection = {
  name: 'orders',
  about: m.export_orders,
  columns: ['number', 'state', 'email', 'what', 'returned', 'gifts', 'grossCents', 'placedAt', 'paidAt'],
  read: async (db, { userId }) => {
    const orders = await db
      .selectFrom('shop_order')
      .selectAll()
      .where('user_id', '=', userId)
      .orderBy('placed_at', 'desc')
      .orderBy('id')
      .execute()
    const gifts = Map.groupBy(await giftsOfUser(db, userId), ({ orderId }) => orderId)
    return orders.map((order) => ({
      number: order.number,
      state: order.state,
      email: order.email,
      what: piecesOf(order.lines, ({ quantity }) => quantity),
      returned: piecesOf(order.lines, (_, at) => order.returned_pieces?.[at] ?? 0),
      gifts: (gifts.get(order.id) ?? [])
        .map((gift) => [gift.day, gift.recipient, gift.message].join(' '))
        .join('\n'),
      grossCents: order.gross_cents,
      placedAt: order.placed_at,
      paidAt: order.paid_at,
    }))
  },
}

function giftsOfUser(db: Db, userId: string) {
  return db
    .selectFrom('shop_gift')
    .innerJoin('shop_voucher', 'shop_voucher.coupon_key', 'shop_gift.coupon_key')
    .innerJoin('shop_order', 'shop_order.id', 'shop_voucher.order_id')
    .select(['shop_order.id as orderId', 'shop_gift.recipient', 'shop_gift.message'])
    .select(({ cast }) => cast<string>('shop_gift.send_on', 'text').as('day'))
    .where('shop_order.user_id', '=', userId)
    .where('shop_gift.sent_at', 'is', null)
    .orderBy('shop_gift.send_on')
    .orderBy('shop_gift.coupon_key')
    .execute()
}

type Line = { readonly quantity: number; readonly name: string }

/** Pieces of an order's lines as text: '2 × Mug, 1 × Book'. */
function piecesOf(lines: unknown, countOf: (line: Line, at: number) => number): string {
  return (lines as readonly Line[])
    .flatMap((line, at) => {
      const count = countOf(line, at)
      return count > 0 ? [`${count} × ${line.name}`] : []
    })
    .join(', ')
}

/** Includes titles of withdrawn videos: their rows are kept for the history. */
export const viewingHistorySection: ExportSection = {
  name: 'viewing-history',
  about: m.export_viewing_history,
  columns: ['videoId', 'title', 'viewedAt', 'seen', 'positionSeconds', 'playedSeconds', 'estimatedSeconds'],
  read: (db, { userId }) =>
    db
      .selectFrom('viewing')
      .innerJoin('video', 'video.id', 'viewing.video_id')
      .leftJoin('watched', (join) =>
        join
          .onRef('watched.user_id', '=', 'viewing.user_id')
          .onRef('watched.video_id', '=', 'viewing.video_id'),
      )
      .select(['viewing.video_id as videoId', 'video.title', 'viewing.viewed_at as viewedAt', 'viewing.seen'])
      .select('viewing.position_seconds as positionSeconds')
      .select((row) => [
        row.fn.coalesce('watched.played_seconds', row.lit(0)).as('playedSeconds'),
        row.fn.coalesce('watched.estimated_seconds', row.lit(0)).as('estimatedSeconds'),
      ])
      .where('viewing.user_id', '=', userId)
      .orderBy('viewing.viewed_at', 'desc')
      .orderBy('viewing.video_id')
      .execute(),
}

export const favouritesSection: ExportSection = {
  name: 'favourites',
  about: m.export_favourites,
  columns: ['videoId', 'title', 'addedAt'],
  read: (db, { userId }) =>
    db
      .selectFrom('favourite')
      .innerJoin('video', 'video.id', 'favourite.video_id')
      .select(['favourite.video_id as videoId', 'video.title', 'favourite.created_at as addedAt'])
      .where('favourite.user_id', '=', userId)
      .orderBy('favourite.created_at')
      .orderBy('favourite.video_id')
      .execute(),
}

/** The user's own notes, in no other export. */
export const bookmarksSection: ExportSection = {
  name: 'bookmarks',
  about: m.export_bookmarks,
  columns: ['videoId', 'title', 'second', 'word', 'addedAt'],
  read: (db, { userId }) =>
    db
      .selectFrom('bookmark')
      .innerJoin('video', 'video.id', 'bookmark.video_id')
      .select(['bookmark.video_id as videoId', 'video.title', 'bookmark.second', 'bookmark.word'])
      .select('bookmark.created_at as addedAt')
      .where('bookmark.user_id', '=', userId)
      .orderBy('bookmark.video_id')
      .orderBy('bookmark.second')
      .execute(),
}

/** Returns the media store key of a user's picture; undefined without a picture. */
export async function pictureKeyOf(db: Db, userId: string): Promise<string | undefined> {
  const row = await db.selectFrom('avatar').select('key').where('user_id', '=', userId).executeTakeFirst()
  return row?.key
}
