import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { adminWordCalls, type Words } from '#contract/desk/word-calls.ts'
import type { TextName } from '#contract/site/site.ts'
import { m } from '#messages/generated/messages.js'
import { adminRead } from '#web/front/desk/admin-read.ts'
import { deskQuery } from '#web/front/desk/desk-query.ts'
import { useRested } from '#web/front/desk/fields/use-rested.ts'

export const wordsQuery = deskQuery(
  ['admin', 'words'],
  ({ pages }) => Array.isArray(pages),
  adminWordCalls.wordsAtDesk,
)

export const pageWordsQuery = (page: TextName) =>
  deskQuery(['admin', 'words', page], ({ texts }) => texts !== undefined, adminWordCalls.wordsOfPage, {
    params: { page },
  })

/** Returns the server's preview of an unsaved text. */
export function useWordsDraft(page: TextName, words: Words) {
  const asked = useRested(JSON.stringify(words))
  return useQuery({
    queryKey: ['admin', 'words-draft', page, asked],
    queryFn: ({ signal }) =>
      adminRead(({ versions }) => Array.isArray(versions), adminWordCalls.draftWords, {
        params: { page },
        body: JSON.parse(asked) as Words,
        signal,
      }),
    placeholderData: keepPreviousData,
  }).data
}

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
