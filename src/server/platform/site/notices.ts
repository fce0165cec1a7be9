import { createHash } from 'node:crypto'
import type { Language } from '#domain/language.ts'
import {
  type Announcement,
  type Maintenance,
  type Notices,
  noticeInstant,
  noticeState,
} from '#domain/notices.ts'
import { placeOfZone } from '#domain/zone-days.ts'
import { m } from '#messages/generated/messages.js'
import { readSettings } from '#server/platform/database/setting.store.ts'
import type { Db } from '#server/platform/database/tables.ts'
import { escapeHtml } from '#server/platform/runtime/escape-html.ts'
import type { Services } from '#server/platform/services/services.ts'

/** A notice above every page, while it is shown. */
export type ShownNotice =
  | ({ readonly kind: 'announcement' } & Pick<Announcement, 'text' | 'link' | 'audience'>)
  | ({ readonly kind: 'maintenance'; readonly isRunning: boolean; readonly zone: string } & Maintenance)

/** Returns the announcement and the planned maintenance as they were saved at the desk. */
export async function readNotices(db: Db): Promise<Notices> {
  const stored = await readSettings(db, ['announcement', 'maintenance'])
  return {
    announcement: (stored.get('announcement') ?? null) as Notices['announcement'],
    maintenance: (stored.get('maintenance') ?? null) as Notices['maintenance'],
  }
}

/** Returns the notices that are shown now; maintenance also before it begins. */
export async function shownNotices({
  config,
  clock,
  database: { db },
}: Pick<Services, 'config' | 'clock' | 'database'>): Promise<readonly ShownNotice[]> {
  const { announcement, maintenance } = await readNotices(db)
  const { zone } = config.seller
  const now = clock.now()
  const shown: ShownNotice[] = []
  const work = maintenance && noticeState(maintenance, now, zone)
  if (work && work !== 'over')
    shown.push({ kind: 'maintenance', isRunning: work === 'now', zone, ...maintenance })
  if (announcement && noticeState(announcement, now, zone) === 'now') {
    const { text, link, audience } = announcement
    shown.push({ kind: 'announcement', text, link, audience })
  }
  return shown
}

/** What documents with notices have in addition; the sources are hashes for the Content-Security-Policy. */
export const noticeSources = {
  styles: [hashOf(styles())],
  scripts: [hashOf(script())],
} as const

/**
 * Returns the HTML of notices with its style and script, for the beginning of a document's body; empty without notices. The text
 * before `#root` stays while the browser goes from page to page.
 */
export function noticesHtml(notices: readonly ShownNotice[], language: Language): string {
  if (notices.length === 0) return ''
  return `<style>${styles()}</style>${notices.map((notice) => element(notice, language)).join('')}<script>${script()}</script>`
}

function element(notice: ShownNotice, language: Language): string {
  const { kind } = notice
  const text = kind === 'announcement' ? announced(notice, language) : planned(notice, language)
  const isMaintenance = kind === 'maintenance'
  const label = isMaintenance ? m.notice_maintenance_label() : m.notice_announcement_label()
  const audience = isMaintenance ? 'everybody' : notice.audience
  // another text is another notice: who has closed this one has not read that
  const id = createHash('sha256').update(JSON.stringify(notice)).digest('base64url').slice(0, 12)
  const close = escapeHtml(m.notice_close())
  return `<aside class="notice" aria-label="${escapeHtml(label)}" data-kind="${kind}" data-for="${audience}" data-id="${id}"><p>${text}</p><button type="button" class="button" aria-label="${close}" title="${close}" hidden>×</button></aside>`
}

function announced({ text, link }: ShownNotice & { kind: 'announcement' }, language: Language): string {
  const said = `<span dir="auto">${escapeHtml(text[language])}</span>`
  return link === ''
    ? said
    : `${said} <a href="${escapeHtml(link)}" class="link">${escapeHtml(m.notice_more())}</a>`
}

function planned(
  { from, until, zone, isRunning }: ShownNotice & { kind: 'maintenance' },
  language: Language,
): string {
  const format = new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: zone,
  })
  const [begin, end] = [noticeInstant(from, zone), noticeInstant(until, zone)]
  const place = placeOfZone(zone)
  return escapeHtml(
    isRunning
      ? m.notice_maintenance_running({ until: format.format(end), place })
      : m.notice_maintenance_planned({ period: format.formatRange(begin, end), place }),
  )
}

/** `.avatar-button` is in the header of who is logged in, in documents too (`web/platform/layout/toolbar.tsx`). */
function styles(): string {
  return [
    '.notice{display:flex;align-items:center;gap:.5rem;padding:.375rem 1rem;border-bottom:1px solid var(--line);background:var(--accent-soft);font-size:.875rem;line-height:1.5}',
    '.notice[data-kind=maintenance]{background:var(--raised)}',
    '.notice p{flex:1;text-align:center;overflow-wrap:anywhere}',
    '.notice .button{min-height:1.75rem;width:1.75rem;padding:0;border:0;background:none;font-size:1.125rem}',
    '.notice .button[hidden],.notice[data-for=customers],body:has(.avatar-button) .notice[data-for=visitors]{display:none}',
    'body:has(.avatar-button) .notice[data-for=customers]{display:flex}',
    '@media print{.notice{display:none!important}}',
  ].join('')
}

/** Runs before anything is painted: a closed notice never shows. */
function script(): string {
  return "for(const notice of document.querySelectorAll('.notice')){const{kind,id}=notice.dataset,key='lectern-'+kind,button=notice.querySelector('button');try{if(localStorage[key]===id)notice.remove()}catch{}button.hidden=false;button.onclick=()=>{notice.remove();document.getElementById('main')?.focus({preventScroll:true});try{localStorage[key]=id}catch{}}}"
}

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}
