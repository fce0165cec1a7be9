import { PlainSections } from './plain-sections.tsx'
import { loadText } from './site-text.ts'
import { TextPage } from './text-page.tsx'

export const prepare = () => loadText('imprint')

/** The operator of this site, and how to contact them. */
export function Component() {
  return <TextPage name="imprint">{(text) => <PlainSections text={text} />}</TextPage>
}
