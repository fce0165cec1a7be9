import { createHash } from 'node:crypto'
import { textNames } from '#contract/site/site.ts'
import { languages } from '#domain/language.ts'
import type { Picture } from './read-picture.ts'

/** What the desk saved: documents in place of files of the same name, and pictures beside those of `pictures/`. */
export type DeskDocuments = {
  readonly documents: ReadonlyMap<string, DeskDocument>
  readonly pictures: ReadonlyMap<string, Picture>
}

/** A document of the desk. */
type DeskDocument = {
  /** 0: not saved. */
  readonly version: number
  /** As in the file; empty for a language that the text of a page does not have. */
  readonly text: string
  /** `digestOf` the file that was there when the desk saved. */
  readonly fileDigest: string | null
}

/** Where documents of the desk come from. */
export type DeskSource = {
  /** A value that changes whenever the desk saves. */
  signature(): Promise<string>
  /**
   * What counts, with the pictures that `site.yaml` names.
   * @param before versions by name, of which only older ones count
   */
  read(before?: ReadonlyMap<string, number>): Promise<DeskDocuments>
  /** The pictures of the desk that the text of a `site.yaml` names, by name. */
  pictures(yaml: string): Promise<ReadonlyMap<string, Picture>>
}

export const nothingAtDesk: DeskDocuments = { documents: new Map(), pictures: new Map() }

/** The files of the site that are texts. */
export const documentNames: readonly string[] = [
  'site.yaml',
  'prices.yaml',
  'redirects.yaml',
  ...languages.flatMap((language) => textNames.map((name) => `${language}/${name}.md`)),
]

/** SHA-256 of a file's text in hex; null without a file. */
export function digestOf(text: string | undefined): string | null {
  return text === undefined ? null : createHash('sha256').update(text).digest('hex')
}

/** Returns whether the file says something else than when the desk saved. A removed file does not. */
export function isFileChanged(
  saved: Pick<DeskDocument, 'fileDigest'> | undefined,
  fileText: string | undefined,
): boolean {
  return saved !== undefined && fileText !== undefined && saved.fileDigest !== digestOf(fileText)
}
