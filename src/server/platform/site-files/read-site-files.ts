import { readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type TextName, textNames } from '#contract/site/site.ts'
import { type Language, languages } from '#domain/language.ts'
import type { FileMistake } from '#server/platform/runtime/file-mistake.ts'
import { StartProblem } from '#server/platform/runtime/start-problem.ts'
import { parseText, type SiteText } from './parse-text.ts'
import { noPrices, type Prices, PricesYaml, productSets } from './prices-yaml.ts'
import { type Picture, readPicture, readPictures } from './read-picture.ts'
import { readYaml } from './read-yaml.ts'
import { noRedirects, type Redirects, RedirectsYaml } from './redirects-yaml.ts'
import { plainSite, SiteYaml } from './site-yaml.ts'

/** The operator's validated files, with the product's own as defaults. A change creates a new object. */
export type SiteFiles = {
  readonly look: SiteYaml
  readonly logo?: Picture
  /** The pictures of `pictures/` by file name. */
  readonly pictures: ReadonlyMap<string, Picture>
  readonly prices: Prices
  /** The text of `prices.yaml`, if there is one. */
  readonly pricesText?: string
  readonly redirects: Redirects
  /** The texts of a page by language. The privacy policy has all languages. */
  readonly texts: Readonly<Record<TextName, TextVersions>>
}
type TextVersions = Readonly<Partial<Record<Language, SiteText>>>

const ourTexts = resolve(import.meta.dirname, '../../../../texts')

/**
 * Reads and validates the operator's folder; a missing folder counts as empty.
 * @param priceSet name of the price set in the settings, if they name one
 */
export async function readSiteFiles(
  folder: string,
  priceSet?: string,
): Promise<{ readonly files: SiteFiles; readonly mistakes: readonly FileMistake[] }> {
  const mistakes: FileMistake[] = []
  const complainIn = (file: string) => (line: number, sentence: string) =>
    void mistakes.push({ file, line, sentence })
  const names = await filesIn(folder)
  const read = async (file: string) =>
    names.includes(file) ? textOf(join(folder, file), complainIn(file)) : undefined

  const yaml = await read('site.yaml')
  const look = (yaml !== undefined && readYaml(yaml, SiteYaml, complainIn('site.yaml'))) || plainSite
  const logo = look.logo === undefined ? undefined : await readPicture(join(folder, look.logo), '/logo')
  if (logo && 'sentence' in logo) complainIn('site.yaml')(lineOf(yaml, 'logo'), `logo: ${logo.sentence}`)
  const pictures = await readPictures(folder, names, (file, sentence) => complainIn(file)(1, sentence))
  if (look.portrait !== undefined && !pictures.has(look.portrait))
    complainIn('site.yaml')(lineOf(yaml, 'portrait'), `portrait: pictures/${look.portrait} is not there`)
  const pricesYaml = await read('prices.yaml')
  const prices =
    pricesYaml === undefined ? noPrices : readYaml(pricesYaml, PricesYaml, complainIn('prices.yaml'))
  if (
    prices &&
    priceSet !== undefined &&
    !Object.hasOwn(prices.sets, priceSet) &&
    !Object.hasOwn(productSets, priceSet)
  ) {
    const known = [...Object.keys(productSets), ...Object.keys(prices.sets)].join(', ')
    complainIn('prices.yaml')(1, `PRICE_SET names ${priceSet}, but the sets are ${known}`)
  }
  const redirectsYaml = await read('redirects.yaml')
  const redirects =
    redirectsYaml === undefined
      ? noRedirects
      : readYaml(redirectsYaml, RedirectsYaml, complainIn('redirects.yaml'))
  const texts: Partial<Record<TextName, TextVersions>> = {}
  for (const name of textNames) {
    const own: Partial<Record<Language, SiteText>> = {}
    for (const language of languages) {
      const file = `${language}/${name}.md`
      const source = await read(file)
      const text = source === undefined ? undefined : parseText(source, look.embeds, complainIn(file))
      if (text) own[language] = text
    }
    // the operator's words in one language are never contradicted by ours in another
    texts[name] = Object.keys(own).length > 0 ? own : await ourOwn(name)
  }
  checkNames(names, complainIn)
  checkPrivacyPolicy(names, complainIn)
  return {
    files: {
      look,
      pictures,
      texts: texts as SiteFiles['texts'],
      prices: prices ?? noPrices,
      ...(pricesYaml !== undefined && { pricesText: pricesYaml }),
      redirects: redirects ?? noRedirects,
      ...(logo && 'bytes' in logo && { logo }),
    },
    mistakes,
  }
}

function lineOf(yaml = '', key: string): number {
  return yaml.split('\n').findIndex((line) => line.startsWith(`${key}:`)) + 1
}

/** Reads the product's own texts of a page. */
async function ourOwn(name: TextName): Promise<TextVersions> {
  const found: Partial<Record<Language, SiteText>> = {}
  for (const language of languages) {
    const source = await readFile(join(ourTexts, language, `${name}.md`), 'utf8').catch(() => undefined)
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
function checkNames(
  names: readonly string[],
  complainIn: (file: string) => (line: number, sentence: string) => void,
) {
  const texts = languages.flatMap((language) => textNames.map((name) => `${language}/${name}.md`))
  const known = ['site.yaml', 'prices.yaml', 'redirects.yaml', ...texts]
  for (const name of names)
    if (/\.(md|markdown|ya?ml)$/i.test(name) && !known.includes(name) && !/^readme\.md$/i.test(name))
      complainIn(name)(1, `is no file of the site: there are ${known.join(', ')}`)
}

/** Both languages are shown together (product.md section 2), so ours must not speak for the operator in one of them. */
function checkPrivacyPolicy(
  names: readonly string[],
  complainIn: (file: string) => (line: number, sentence: string) => void,
) {
  const given = languages.filter((language) => names.includes(`${language}/privacy-policy.md`))
  if (given.length === 1)
    complainIn(`${given[0]}/privacy-policy.md`)(
      1,
      'The privacy policy is shown in English and German: write it in the other language, too',
    )
}
