import { readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type TextName, textNames } from '#contract/site/site.ts'
import { type Language, languages } from '#domain/language.ts'
import type { FileMistake } from '#server/platform/runtime/file-mistake.ts'
import { StartProblem } from '#server/platform/runtime/start-problem.ts'
import { type DeskDocuments, documentNames, nothingAtDesk } from './desk-documents.ts'
import { parseText, type SiteText } from './parse-text.ts'
import { noPrices, type Prices, PricesYaml, productSets } from './prices-yaml.ts'
import { inPlace, type Picture, pictureSize, readPicture, readPictures } from './read-picture.ts'
import { readYaml } from './read-yaml.ts'
import { noRedirects, type Redirects, RedirectsYaml } from './redirects-yaml.ts'
import { plainSite, SiteYaml } from './site-yaml.ts'

/** The operator's validated files, with the product's own as defaults. A change creates a new object. */
export type SiteFiles = {
  readonly look: SiteYaml
  readonly logo?: Picture & { readonly size?: { readonly width: number; readonly height: number } }
  /** The pictures of `pictures/` and of the desk, by file name. */
  readonly pictures: ReadonlyMap<string, Picture>
  readonly prices: Prices
  readonly redirects: Redirects
  /** The texts of a page by language. The privacy policy has all languages. */
  readonly texts: Readonly<Record<TextName, TextVersions>>
  /** The sources of texts, looks and prices in the operator's folder by file name, whether they count or not. */
  readonly fileTexts: ReadonlyMap<string, string>
}
type TextVersions = Readonly<Partial<Record<Language, SiteText>>>

/** Reads the source of a file, or of what the desk saved in its place; undefined for none. */
type ReadSource = (file: string) => string | undefined
type ComplainIn = (file: string) => (line: number, sentence: string) => void

const ourTexts = resolve(import.meta.dirname, '../../../../texts')

/**
 * Reads and validates the operator's folder; a missing folder counts as empty.
 * @param priceSet name of the price set in the settings, if they name one: no prices of the desk count then
 * @param desk what the desk saved in place of files
 */
export async function readSiteFiles(
  folder: string,
  priceSet?: string,
  desk: DeskDocuments = nothingAtDesk,
): Promise<{ readonly files: SiteFiles; readonly mistakes: readonly FileMistake[] }> {
  const mistakes: FileMistake[] = []
  const complainIn: ComplainIn = (file) => (line, sentence) => void mistakes.push({ file, line, sentence })
  const names = await filesIn(folder)
  const fileTexts = new Map<string, string>()
  for (const file of documentNames.filter((name) => names.includes(name))) {
    const isReplaced = desk.documents.has(file)
    const text = await textOf(join(folder, file), isReplaced ? () => undefined : complainIn(file))
    if (text !== undefined) fileTexts.set(file, text)
  }
  const read: ReadSource = (file) =>
    (priceSet !== undefined && file === 'prices.yaml' ? undefined : desk.documents.get(file)?.text) ??
    fileTexts.get(file)
  const pictures = new Map([
    ...(await readPictures(folder, names, (file, sentence) => complainIn(file)(1, sentence))),
    ...desk.pictures,
  ])
  const yaml = read('site.yaml')
  const look = (yaml !== undefined && readYaml(yaml, SiteYaml, complainIn('site.yaml'))) || plainSite
  const logo = await logoOf(folder, look, pictures)
  if (logo && 'sentence' in logo) complainIn('site.yaml')(lineOf(yaml, 'logo'), `logo: ${logo.sentence}`)
  if (look.portrait !== undefined && !pictures.has(look.portrait))
    complainIn('site.yaml')(lineOf(yaml, 'portrait'), `portrait: pictures/${look.portrait} is not there`)
  const size = logo && 'bytes' in logo ? await pictureSize(logo) : undefined
  const redirectsYaml = read('redirects.yaml')
  const redirects = redirectsYaml && readYaml(redirectsYaml, RedirectsYaml, complainIn('redirects.yaml'))
  const files = {
    look,
    pictures,
    texts: await textsOf(read, look, complainIn),
    prices: pricesOf(read('prices.yaml'), priceSet, complainIn('prices.yaml')),
    redirects: redirects || noRedirects,
    fileTexts,
    ...(logo && 'bytes' in logo && { logo: { ...logo, ...(size && { size }) } }),
  }
  checkNames(names, complainIn)
  checkPrivacyPolicy(read, complainIn)
  return { files, mistakes }
}

/** A file of the folder, or a picture of `pictures/`, which may be the desk's. */
function logoOf(folder: string, { logo }: SiteYaml, pictures: ReadonlyMap<string, Picture>) {
  if (logo === undefined) return undefined
  const picture = logo.startsWith('pictures/') ? pictures.get(logo.slice('pictures/'.length)) : undefined
  return picture ? inPlace(picture, '/logo') : readPicture(join(folder, logo), '/logo')
}

function pricesOf(
  yaml: string | undefined,
  priceSet: string | undefined,
  complain: (line: number, sentence: string) => void,
): Prices {
  const prices = yaml === undefined ? noPrices : readYaml(yaml, PricesYaml, complain)
  const known = { ...prices?.sets, ...productSets }
  if (prices && priceSet !== undefined && !Object.hasOwn(known, priceSet)) {
    const sets = [...Object.keys(productSets), ...Object.keys(prices.sets)].join(', ')
    complain(1, `PRICE_SET names ${priceSet}, but the sets are ${sets}`)
  }
  return prices ?? noPrices
}

async function textsOf(
  read: ReadSource,
  look: SiteYaml,
  complainIn: ComplainIn,
): Promise<SiteFiles['texts']> {
  const texts: Partial<Record<TextName, TextVersions>> = {}
  for (const name of textNames) {
    const own: Partial<Record<Language, SiteText>> = {}
    for (const language of languages) {
      const file = `${language}/${name}.md`
      const source = read(file)
      const text = source && parseText(source, look.embeds, complainIn(file))
      if (text) own[language] = text
    }
    // the operator's words in one language are never contradicted by ours in another
    texts[name] = Object.keys(own).length > 0 ? own : await ourOwn(name)
  }
  return texts as SiteFiles['texts']
}

function lineOf(yaml = '', key: string): number {
  return yaml.split('\n').findIndex((line) => line.startsWith(`${key}:`)) + 1
}

/** Returns the source of the product's own text of a page; undefined in a language without one. */
export function ourSource(name: TextName, language: Language): Promise<string | undefined> {
  return readFile(join(ourTexts, language, `${name}.md`), 'utf8').catch(() => undefined)
}

/** Reads the product's own texts of a page. */
async function ourOwn(name: TextName): Promise<TextVersions> {
  const found: Partial<Record<Language, SiteText>> = {}
  for (const language of languages) {
    const source = await ourSource(name, language)
    const text = source === undefined ? undefined : parseText(source, [], failOwn(`${language}/${name}.md`))
    if (text) found[language] = text
  }
  return found
}

function failOwn(file: string) {
  return (line: number, sentence: string): never => {
    throw new Error(`texts/${file}:${line}: ${sentence}`)
  }
}

/** Returns the paths of all files below the folder, with `/`, without hidden files. */
async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch((error: unknown) => {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return []
    throw new StartProblem(
      `The site folder ${folder} cannot be read (${code}): put it right, or choose another (SITE_DIR).`,
    )
  })
  return entries
    .filter((entry) => !entry.isDirectory())
    .map(({ parentPath, name }) =>
      join(parentPath, name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    )
    .filter((name) => !/(^|\/)[.]|~$/.test(name))
    .toSorted()
}

async function textOf(
  path: string,
  complain: (line: number, sentence: string) => void,
): Promise<string | undefined> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await readFile(path))
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    complain(1, error instanceof TypeError ? 'is not text in UTF-8' : `cannot be read (${code ?? error})`)
    return undefined
  }
}

/** A text with a misspelt name would never be shown. */
function checkNames(names: readonly string[], complainIn: ComplainIn) {
  for (const name of names)
    if (/\.(md|markdown|ya?ml)$/i.test(name) && !documentNames.includes(name) && !/^readme\.md$/i.test(name))
      complainIn(name)(1, `is no file of the site: there are ${documentNames.join(', ')}`)
}

/** Both languages are shown together (product.md section 2), so ours must not speak for the operator in one of them. */
function checkPrivacyPolicy(read: ReadSource, complainIn: ComplainIn) {
  const given = languages.filter((language) => read(`${language}/privacy-policy.md`))
  if (given.length === 1)
    complainIn(`${given[0]}/privacy-policy.md`)(
      1,
      'The privacy policy is shown in English and German: write it in the other language, too',
    )
}
