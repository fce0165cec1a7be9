import { m } from '#messages/generated/messages.js'
import { loadText } from './site-text.ts'
import { Sections, TextPage } from './text-page.tsx'

export const prepare = () => loadText('terms-and-conditions')

export function Component() {
  return (
    <TextPage name="terms-and-conditions">
      {(text) => <Sections text={text} contents={m.contents()} />}
    </TextPage>
  )
}
