import * as z from 'zod'

/** The origin of an address, such as `https://www.youtube-nocookie.com`. */
const Origin = z
  .string()
  .refine((text) => URL.parse(text)?.protocol === 'https:' && URL.parse(text)?.origin === text, {
    error: 'has to be scheme and host, such as https://player.example.org',
  })

/** `site.yaml`: what the operator says about the looks of the site. */
export const SiteYaml = z.strictObject({
  /** Other sites whose videos the texts may show. */
  embeds: z.array(Origin).max(20).default([]),
})
export type SiteYaml = z.output<typeof SiteYaml>

/** What a site without `site.yaml` looks like. */
export const plainSite: SiteYaml = SiteYaml.parse({})
