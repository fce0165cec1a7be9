import type { Call } from './call.ts'
import { calls } from './calls.ts'
import type { KeyScope } from './desk/key-calls.ts'

/**
 * The calls that a key may make, by scope. All others are closed to keys: product.md's own calls of the admin, writes of money,
 * settings and secrets, backups, switching, purging, and keys themselves.
 */
export const callsOfScope = {
  'people-read': [
    'people',
    'peopleCsv',
    'findAtDesk',
    'accountHistory',
    'accountPapers',
    'paperPdf',
    'personLogin',
    'peopleImports',
    'peopleListErrors',
  ],
  'people-write': [
    'endUserSession',
    'releaseLogin',
    'checkPeopleList',
    'importPeople',
    'invitePeople',
    'undoPeopleImport',
  ],
  'money-read': [
    'moneyReport',
    'moneyReportCsv',
    'moneyChanges',
    'cohorts',
    'cohortsCsv',
    'couponMoney',
    'couponMoneyCsv',
    'couponSales',
    'renewalForecast',
    'renewalForecastCsv',
    'comingRenewals',
    'findInvoices',
    'deskInvoicePdf',
    'deskInvoiceXml',
    'invoicesZip',
    'invoicesCsv',
    'paymentsCsv',
    'taxReturn',
    'datevFile',
    'ossFile',
    'salesListFile',
    'openPayments',
  ],
  'content-read': [
    'deskVideos',
    'deskVideosCsv',
    'deskVideo',
    'deskFilm',
    'deskPicture',
    'deskCaptions',
    'videoVersions',
    'deskCategories',
    'categoryVersions',
    'deskSeries',
    'seriesVersions',
    'deskLabels',
    'captionsJobs',
    'filmJobs',
    'watchedFilms',
    'watchedFilmsCsv',
    'watchedFilm',
    'searchedWords',
    'searchedWordsCsv',
  ],
  'content-write': [
    'createVideo',
    'changeVideo',
    'trashVideo',
    'restoreVideo',
    'changeVideoAddress',
    'restoreVideoVersion',
    'saveCategory',
    'orderCategories',
    'deleteCategory',
    'saveSeries',
    'orderSeries',
    'renameLabel',
    'changeVideos',
    'undoVideos',
    'drawText',
    'makeCaptions',
    'cancelFilmJob',
    'repeatFilmJob',
    'uploads',
    'startUpload',
    'uploadOffset',
    'uploadPart',
    'dropUpload',
  ],
} as const satisfies Record<KeyScope, readonly (keyof typeof calls)[]>

const scopes = new Map<Call, KeyScope>(
  Object.entries(callsOfScope).flatMap(([scope, names]) =>
    names.map((name) => [calls[name], scope as KeyScope] as const),
  ),
)

/** Returns the scope that a key needs for a call; undefined where no key may make it. */
export function scopeOf(call: Call): KeyScope | undefined {
  return scopes.get(call)
}
