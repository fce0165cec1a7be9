import { adminWordCalls } from '#contract/desk/word-calls.ts'
import type { TextName } from '#contract/site/site.ts'
import { m } from '#messages/generated/messages.js'
import { deskQuery } from '#web/front/desk/desk-query.ts'

export const pageWordsQuery = (page: TextName) =>
  deskQuery(adminWordCalls.wordsOfPage, 'texts', {
    params: { page },
  })

/** The pages of text, in the order in which they are listed. */
export const wordsNames: Readonly<Record<TextName, () => string>> = {
  landing: m.words_landing,
  about: m.words_about,
  faq: m.words_faq,
  imprint: m.words_imprint,
  'terms-and-conditions': m.words_terms,
  'privacy-policy': m.words_privacy,
  withdrawal: m.words_withdrawal,
}

export const sourceNames = { product: m.words_from_product, file: m.words_from_file, desk: m.words_from_desk }
