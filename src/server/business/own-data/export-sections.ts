import {
  accountSection,
  couponUsesSection,
  declarationsSection,
  immediateStartsSection,
  importSection,
  invitesSection,
  newPricesSection,
  newsletterSection,
  subscriptionSection,
  usersSection,
} from './account-sections.store.ts'
import type { ExportSection } from './export-section.ts'
import { chargesSection, invoicesSection, levelsSection } from './money-sections.store.ts'
import {
  browsersSection,
  mailsSection,
  sessionsSection,
  signInMethodsSection,
} from './sign-in-sections.store.ts'
import {
  bookmarksSection,
  contactsSection,
  favouritesSection,
  movedAddressesSection,
  ordersSection,
  userSection,
  viewingHistorySection,
} from './user-sections.store.ts'

/** All sections of the export, in order. */
export const exportSections: readonly ExportSection[] = [
  userSection,
  contactsSection,
  movedAddressesSection,
  signInMethodsSection,
  sessionsSection,
  browsersSection,
  viewingHistorySection,
  favouritesSection,
  bookmarksSection,
  ordersSection,
  mailsSection,
  accountSection,
  usersSection,
  invitesSection,
  newsletterSection,
  importSection,
  subscriptionSection,
  levelsSection,
  couponUsesSection,
  declarationsSection,
  immediateStartsSection,
  newPricesSection,
  chargesSection,
  invoicesSection,
]
