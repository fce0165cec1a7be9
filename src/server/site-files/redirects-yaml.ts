import * as z from 'zod'

/** A path of this site: as it stands in an address, without query and slash at its end. */
const Path = z
  .string()
  .regex(/^\/(?![/\\])[^\s?#]*[^\s?#/]$/, { error: 'has to be a path such as /old-page' })

const Target = z
  .string()
  .refine((to) => /^\/(?![/\\])\S*$/.test(to) || URL.parse(to)?.protocol === 'https:', {
    error: 'has to be a path such as /new-page, or an https:// address',
  })

/** `redirects.yaml`: where former addresses lead now, and which are gone for good. */
export const RedirectsYaml = z
  .strictObject({ moved: z.record(Path, Target).default({}), gone: z.array(Path).default([]) })
  .superRefine(({ moved, gone }, context) => {
    for (const [from, to] of Object.entries(moved)) {
      const complain = (message: string) =>
        context.addIssue({ code: 'custom', path: ['moved', from], message })
      if (gone.includes(from)) complain('is said to be gone, too')
      else if (to in moved) complain(`leads to ${to}, which has moved itself: name the last address`)
    }
  })
export type Redirects = z.output<typeof RedirectsYaml>

export const noRedirects: Redirects = { moved: {}, gone: [] }
