import { parse } from 'culori'
import * as z from 'zod'
import { hueOf } from './theme.ts'

/** The origin of an address, such as `https://www.youtube-nocookie.com`. */
const Origin = z
  .string()
  .refine((text) => URL.parse(text)?.protocol === 'https:' && URL.parse(text)?.origin === text, {
    error: 'has to be scheme and host, such as https://player.example.org',
  })

const Words = z.string().trim().min(1).max(60)

/** One text for all languages, or one for each. */
const inLanguages = <Kind extends z.ZodType<string>>(kind: Kind) =>
  z
    .union([kind, z.strictObject({ en: kind, de: kind })], {
      error: 'has to be a text, or one in English and German: {en: …, de: …}',
    })
    .transform((text) => (typeof text === 'string' ? { en: text, de: text } : text))
const Text = inLanguages(Words)

/** A path of this site or an external address. */
const Target = z.string().refine(isLinkTarget, {
  error: 'has to be a path such as /pricing, or an https:// or mailto: address',
})

/** Whether a link of the operator's may lead there: to a path of this site, an https:// or a mailto: address. */
export function isLinkTarget(to: string): boolean {
  return /^\/(?![/\\])\S*$/.test(to) || isOutside(to)
}

function isOutside(to: string): boolean {
  return /^(https|mailto):$/.test(URL.parse(to)?.protocol ?? '')
}

const Link = z.strictObject({ text: Text, to: Target })

const noHue = { error: 'has to be a number from 0 to 360, or a colour that is not grey, such as "#0a58ca"' }
const Hue = z
  .union([z.number(), z.string()], noHue)
  .transform((hue) => (typeof hue === 'number' ? hue : hueOf(parse(hue))))
  .refine((hue) => hue !== undefined && hue >= 0 && hue <= 360, noHue)

/** A picture in the site's folder. */
const Picture = z.string().regex(/^[\w-][\w./-]*\.(svg|png|webp)$/, {
  error: 'has to name a file of the site folder that ends in .svg, .png or .webp',
})

/** One line with the place of the name. */
const Greeting = z
  .string()
  .trim()
  .max(100)
  .regex(/^[^\n\r]*\{\{name\}\}[^\n\r]*$/, { error: 'has to be one line that contains {{name}}' })
const Signature = z
  .string()
  .trim()
  .min(1)
  .max(400)
  .refine((text) => text.split('\n').length <= 8, { error: 'has to be 8 lines or less' })

/** `site.yaml`: the operator's name and design of the site. */
export const SiteYaml = z.strictObject({
  /** Shown to visitors in place of `PRODUCT_NAME`. */
  name: Words.optional(),
  logo: Picture.optional(),
  /** Portrait of the trainer: a file name in `pictures/`. */
  portrait: z.string().optional(),
  /** Facts about the library on the landing page. */
  facts: z
    .array(z.enum(['videos', 'time', 'length']))
    .max(3)
    .default([]),
  /** Hue of OKLCH in degrees. */
  hue: Hue.optional(),
  /** Id of the free video at the top of the landing page, in place of the first one of its text. */
  heroFilm: z.string().trim().min(1).max(200).optional(),
  /** Words of all mails: a greeting for a known name, and what is above the last line. */
  mails: z
    .strictObject({
      greeting: inLanguages(Greeting).optional(),
      signature: inLanguages(Signature).optional(),
    })
    .default({}),
  /** Header links. */
  navigation: z.array(Link).max(8).default([]),
  /** Follow the product's own links, which the law and product.md require. */
  footer: z.array(Link).max(20).default([]),
  social: z
    .array(
      z.strictObject({
        name: Words,
        url: z.string().refine((url) => URL.parse(url)?.protocol === 'https:', {
          error: 'has to be an https:// address',
        }),
      }),
    )
    .max(20)
    .default([]),
  /** Origins of videos that texts may embed. */
  embeds: z.array(Origin).max(20).default([]),
})
export type SiteYaml = z.output<typeof SiteYaml>

/** The defaults of a site without `site.yaml`. */
export const plainSite: SiteYaml = SiteYaml.parse({})
