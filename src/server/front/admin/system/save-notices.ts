import type { calls } from '#contract/calls.ts'
import { fieldMessageKey } from '#contract/problems.ts'
import {
  type Announcement,
  isNoticeTime,
  type Maintenance,
  type Notices,
  noticeFault,
  noticeState,
} from '#domain/notices.ts'
import { changeAsAdmin } from '#server/front/admin/change-as-admin.ts'
import { confirmAdminLately } from '#server/front/admin/confirm-admin.ts'
import { deleteSetting, writeSetting } from '#server/platform/database/setting.store.ts'
import type { CallContext, UseCase } from '#server/platform/http/route.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import type { Services } from '#server/platform/services/services.ts'
import { readNotices } from '#server/platform/site/notices.ts'
import { isLinkTarget } from '#server/platform/site-files/site-yaml.ts'

/** `GET /api/admin/notices`: what is said above every page, or is going to be. */
export const showNotices: UseCase<'noticesAtDesk'> = async ({ config, clock, database: { db } }) => {
  const notices = await readNotices(db)
  const stateOf = (notice: Announcement | Maintenance | null) =>
    notice && noticeState(notice, clock.now(), config.seller.zone)
  return {
    status: 200,
    body: {
      ...notices,
      announcementState: stateOf(notices.announcement),
      maintenanceState: stateOf(notices.maintenance),
    },
  }
}

/** Saves the announcement, or removes it. 422 with the fields that have faults; else refused as `confirmAdminLately`. */
export const saveAnnouncement: UseCase<'saveAnnouncement'> = (services, context) =>
  save(services, context, 'announcement', context.body.announcement)

/** The same for the planned maintenance. */
export const saveMaintenance: UseCase<'saveMaintenance'> = (services, context) =>
  save(services, context, 'maintenance', context.body.maintenance)

async function save<Kind extends keyof Notices>(
  services: Services,
  context: CallContext<typeof calls.saveAnnouncement> | CallContext<typeof calls.saveMaintenance>,
  kind: Kind,
  notice: Notices[Kind],
): ReturnType<typeof changeAsAdmin> {
  const faults = notice ? faultsOf(services, notice) : {}
  if (Object.keys(faults).length > 0) return new Problem('invalid', { fields: faults })
  const by = await confirmAdminLately(services, context)
  return changeAsAdmin(services, context, by, async (trx) => {
    const { [kind]: before } = await readNotices(trx)
    if (notice) await writeSetting(trx, kind, notice)
    else await deleteSetting(trx, kind)
    return {
      action: `${kind}-saved`,
      target: kind,
      ...(before && { before: { ...before } }),
      ...(notice && { after: { ...notice } }),
    }
  })
}

/** The message of each field that has a fault. */
function faultsOf(
  { config, clock }: Pick<Services, 'config' | 'clock'>,
  notice: Announcement | Maintenance,
): Readonly<Record<string, string>> {
  const faults: Record<string, string> = {}
  const isAnnouncement = 'text' in notice
  if (isAnnouncement) {
    for (const language of ['en', 'de'] as const)
      if (notice.text[language].trim() === '') faults[language] = fieldMessageKey('notice-text-missing')
    if (notice.link !== '' && !isLinkTarget(notice.link)) faults.link = fieldMessageKey('notice-link-invalid')
  }
  for (const name of ['from', 'until'] as const)
    if (!(isNoticeTime(notice[name]) || (isAnnouncement && notice[name] === '')))
      faults[name] = fieldMessageKey('notice-time-invalid')
  if (faults.from || faults.until) return faults
  const period = noticeFault(notice, clock.now(), config.seller.zone)
  return period ? { ...faults, until: fieldMessageKey(period) } : faults
}
