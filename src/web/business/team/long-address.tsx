import { Fragment } from 'react'

/** An email address as a whole: where there is too little room it breaks after its `@` and dots, not within a word. */
export function LongAddress({ email }: { email: string }) {
  return email.split(/(?<=[@.])/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one address stay in their order
    <Fragment key={index}>
      {index > 0 ? <wbr /> : null}
      {part}
    </Fragment>
  ))
}
