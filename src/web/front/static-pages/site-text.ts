import { create } from 'zustand'
import type { TextName, TextVersion } from '#contract/site/site.ts'
import { siteCalls } from '#contract/site/site-calls.ts'
import { CallProblem, call } from '#web/platform/site/api.ts'
import { carriedHere } from '#web/platform/site/carried.ts'

type Texts = Readonly<Partial<Record<TextName, readonly TextVersion[] | CallProblem>>>

const useTexts = create<Texts>(() => ({}))

/** Loads the text of a page; a later visit shows the new text as soon as it arrives. */
export async function loadText(name: TextName): Promise<void> {
  const carried = carriedHere().texts?.[name]
  if (carried && !useTexts.getState()[name]) {
    useTexts.setState({ [name]: carried })
    return
  }
  const reply = await call(siteCalls.siteText, { params: { page: name } })
  if (!(reply instanceof CallProblem)) useTexts.setState({ [name]: reply.body.versions })
  // the cached text is better than nothing
  else if (!Array.isArray(useTexts.getState()[name])) useTexts.setState({ [name]: reply })
}

/** Returns the text of a page in its languages, or why it could not be read; undefined until one of them is known. */
export function useText(name: TextName): readonly TextVersion[] | CallProblem | undefined {
  return useTexts((texts) => texts[name])
}
