import { accountCalls } from '#contract/accounts/account-calls.ts'
import { codeHostCalls } from '#contract/accounts/code-host-calls.ts'
import { companyCalls } from '#contract/accounts/company-calls.ts'
import { contactMoveCalls } from '#contract/accounts/contact-move-calls.ts'
import { credentialCalls } from '#contract/accounts/credential-calls.ts'
import { sessionCalls } from '#contract/accounts/session-calls.ts'
import { adminAccountCalls } from '#contract/admin/admin-account-calls.ts'
import { adminBooksCalls } from '#contract/admin/admin-books-calls.ts'
import { adminCouponCalls } from '#contract/admin/admin-coupon-calls.ts'
import { adminDeclarationCalls } from '#contract/admin/admin-declaration-calls.ts'
import { adminLinkCalls } from '#contract/admin/admin-link-calls.ts'
import { adminMailCalls } from '#contract/admin/admin-mail-calls.ts'
import { adminMoneyCalls } from '#contract/admin/admin-money-calls.ts'
import { adminOrderCalls } from '#contract/admin/admin-order-calls.ts'
import { adminPaymentCalls } from '#contract/admin/admin-payment-calls.ts'
import { adminProductCalls } from '#contract/admin/admin-product-calls.ts'
import { adminCaptionsCalls } from '#contract/admin/library/admin-captions-calls.ts'
import { adminGroupCalls } from '#contract/admin/library/admin-group-calls.ts'
import { adminLibraryCalls } from '#contract/admin/library/admin-library-calls.ts'
import { adminPreviewCalls } from '#contract/admin/library/admin-preview-calls.ts'
import { adminProcessingCalls } from '#contract/admin/library/admin-processing-calls.ts'
import { adminStatisticsCalls } from '#contract/admin/library/admin-statistics-calls.ts'
import { adminUploadCalls } from '#contract/admin/library/admin-upload-calls.ts'
import { adminCorrectionCalls } from '#contract/billing/admin-correction-calls.ts'
import { billingCalls } from '#contract/billing/billing-calls.ts'
import { couponTermsCalls } from '#contract/billing/coupon-terms-calls.ts'
import { declarationCalls } from '#contract/billing/declaration-calls.ts'
import { newPriceCalls } from '#contract/billing/new-price-calls.ts'
import { adminBackupCalls } from '#contract/desk/backup-calls.ts'
import { broadcastCalls } from '#contract/desk/broadcast-calls.ts'
import { adminKeyCalls } from '#contract/desk/key-calls.ts'
import { adminLookCalls } from '#contract/desk/look-calls.ts'
import { adminMailSampleCalls } from '#contract/desk/mail-sample-calls.ts'
import { adminMovingInCalls } from '#contract/desk/moving-in-calls.ts'
import { adminNoticeCalls } from '#contract/desk/notice-calls.ts'
import { adminPeopleCalls } from '#contract/desk/people-calls.ts'
import { adminPriceCalls } from '#contract/desk/price-calls.ts'
import { priceMoveCalls } from '#contract/desk/price-move-calls.ts'
import { adminReportCalls } from '#contract/desk/report-calls.ts'
import { adminSetUpCalls } from '#contract/desk/set-up-calls.ts'
import { adminSystemCalls } from '#contract/desk/system-calls.ts'
import { adminTodayCalls } from '#contract/desk/today-calls.ts'
import { adminWordCalls } from '#contract/desk/word-calls.ts'
import { bookmarkCalls } from '#contract/library/bookmark-calls.ts'
import { codeCalls } from '#contract/library/code-calls.ts'
import { libraryCalls } from '#contract/library/library-calls.ts'
import { pieceCalls } from '#contract/library/piece-calls.ts'
import { previewCalls } from '#contract/library/preview-calls.ts'
import { viewingCalls } from '#contract/library/viewing-calls.ts'
import { watchingCalls } from '#contract/library/watching-calls.ts'
import { shopCalls } from '#contract/shop/shop-calls.ts'
import { demoCalls } from '#contract/site/demo-calls.ts'
import { machineCalls } from '#contract/site/machine-calls.ts'
import { siteCalls } from '#contract/site/site-calls.ts'
import { teamCalls } from '#contract/team/team-calls.ts'
import { adminWebhookCalls } from '#contract/webhooks/webhook-calls.ts'
import type { Call } from './call.ts'

/**
 * Every call between browser and server (product.md section 7). Screens import the table of their own feature instead,
 * which keeps the browser's bundles small.
 */
export const calls = {
  ...siteCalls,
  ...machineCalls,
  ...libraryCalls,
  ...pieceCalls,
  ...watchingCalls,
  ...viewingCalls,
  ...previewCalls,
  ...bookmarkCalls,
  ...codeCalls,
  ...sessionCalls,
  ...contactMoveCalls,
  ...accountCalls,
  ...credentialCalls,
  ...adminLinkCalls,
  ...codeHostCalls,
  ...companyCalls,
  ...teamCalls,
  ...billingCalls,
  ...couponTermsCalls,
  ...declarationCalls,
  ...shopCalls,
  ...adminAccountCalls,
  ...adminPeopleCalls,
  ...adminMovingInCalls,
  ...adminCorrectionCalls,
  ...adminTodayCalls,
  ...newPriceCalls,
  ...priceMoveCalls,
  ...broadcastCalls,
  ...adminSystemCalls,
  ...adminNoticeCalls,
  ...adminWordCalls,
  ...adminLookCalls,
  ...adminPriceCalls,
  ...adminKeyCalls,
  ...adminSetUpCalls,
  ...adminCouponCalls,
  ...adminOrderCalls,
  ...adminProductCalls,
  ...adminDeclarationCalls,
  ...adminMailCalls,
  ...adminMailSampleCalls,
  ...adminBackupCalls,
  ...adminWebhookCalls,
  ...adminStatisticsCalls,
  ...adminMoneyCalls,
  ...adminReportCalls,
  ...adminBooksCalls,
  ...adminPaymentCalls,
  ...adminUploadCalls,
  ...adminLibraryCalls,
  ...adminGroupCalls,
  ...adminCaptionsCalls,
  ...adminPreviewCalls,
  ...adminProcessingCalls,
  ...demoCalls,
} as const satisfies Record<string, Call>
