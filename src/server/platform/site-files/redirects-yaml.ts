import * as z from 'zod'

/** A path of this site as in a URL, without query and trailing slash. */
const Path = z
  .string()
  .regex(/^\/(?![/\\])[^\s?#]*[^\s?#/]$/, { error: 'has to be a path such as /old-page' })
  .transform(spelling)

const Target = z
  .string()
  .refine((to) => /^\/(?![/\\])\S*$/.test(to) || URL.parse(to)?.protocol === 'https:', {
    error: 'has to be a path such as /new-page, or an https:// address',
  })
  .transform((to) => new URL(to, 'https://here.invalid').href.replace('https://here.invalid', ''))

/** `redirects.yaml`: redirects of former addresses, and addresses that are gone. */
export const RedirectsYaml = z
  .strictObject({ moved: z.record(Path, Target).default({}), gone: z.array(Path).default([]) })
  .superRefine(({ moved, gone }, context) => {
    for (const [from, to] of Object.entries(moved)) {
      const complain = (message: string) =>
        context.addIssue({ code: 'custom', path: ['moved', from], message })
      const lands = to.startsWith('/') ? spelling(to) : undefined
      if (gone.includes(from)) complain('is said to be gone, too')
      else if (lands === from) complain(`leads to ${to}, which is itself`)
      else if (lands !== undefined && Object.hasOwn(moved, lands))
        complain(`leads to ${to}, which has moved itself: name the last address`)
    }
  })
export type Redirects = z.output<typeof RedirectsYaml>

export const noRedirects: Redirects = { moved: {}, gone: [] }

/**
 * Returns the new address of a moved path; undefined if it has not moved, or if its target is a moved path written as
 * a full URL, which only this function can detect, since it knows the site's origin.
 * @param origin of this site
 */
export function targetOf({ moved }: Redirects, path: string, origin: string): string | undefined {
  const from = spelling(path)
  const to = Object.hasOwn(moved, from) ? moved[from] : undefined
  if (to === undefined || !to.startsWith(`${origin}/`)) return to
  return Object.hasOwn(moved, spelling(to.slice(origin.length))) ? undefined : to
}

/** Returns whether a path is listed as gone. */
export function isGone({ gone }: Redirects, path: string): boolean {
  return gone.includes(spelling(path))
}

/** Normalises the path of an address: no query, no trailing slashes, percent-encoding decoded. */
function spelling(address: string): string {
  const path = address.replace(/[?#].*$/s, '').replace(/\/+$/, '')
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}
