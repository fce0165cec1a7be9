import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'

/** Contents of a catalogue's files by path; undefined omits a file. */
export type CatalogueContents = Readonly<Record<string, string | Buffer | undefined>>

/** Returns the bytes of a small film (4 seconds, H.264 and AAC), a poster, or an invalid one. */
export function fixture(name: string): Buffer {
  return readFileSync(resolve(import.meta.dirname, '../fixtures/library', name))
}

/** Returns the film as recorded by a phone held upright: rotated by 90 degrees. */
export function rotatedFilm(): Buffer {
  const film = fixture('film.mp4')
  // the picture is the first track; its header has the matrix behind 40 bytes
  const matrix = film.indexOf('tkhd') + 4 + 40
  const turned = [0, 0x10000, 0, -0x10000, 0, 0, 0, 0, 0x40000000]
  for (const [place, value] of turned.entries()) film.writeInt32BE(value, matrix + 4 * place)
  return film
}

/** A valid catalogue: two categories, three videos. */
export const goodCatalogue: CatalogueContents = {
  'react/category.md': '---\nname: React\nposition: 2\n---\nAll about *React*.\n',
  'react/hooks/category.md': '---\nname: Hooks\nposition: 1\nparents:\n  - testing\n---\n',
  'react/hooks/use-state/video.md': `---
title: "State: two counters"
published: 2026-03-01
tags: [hooks, state]
versions:
  - React 19
chapters:
  - 0:00 Hello
  - "0:02 Types: a story"
---
Counts **twice**.

Then once more.
`,
  'react/hooks/use-state/film.mp4': fixture('film.mp4'),
  'react/hooks/use-state/poster.webp': fixture('poster.webp'),
  'react/hooks/use-state/captions.en.vtt': 'WEBVTT\n\n00:00.000 --> 00:02.000\nHello\n',
  'react/hooks/use-state/captions.de.vtt': 'WEBVTT\n\n00:00.000 --> 00:02.000\nHallo\n',
  'react/jsx/video.md': '---\ntitle: JSX\npublished: 2026-02-01\nfree: true\n---\n',
  'react/jsx/film.mp4': fixture('film.mp4'),
  'testing/category.md': '---\nname: Testing\nposition: 1\n---\n',
  'testing/kata/video.md':
    '---\ntitle: Kata\npublished: 2026-01-01\nversions: [React 19, "C#"]\n---\n- Red\n- Green\n',
  'testing/kata/film.mp4': fixture('film.mp4'),
  'testing/kata/poster.png': fixture('poster.png'),
}

const written: string[] = []

/** Called after each test file. */
export function removeCatalogueFolders(): void {
  for (const folder of written.splice(0)) rmSync(folder, { recursive: true, force: true })
}

/** Writes a catalogue into a folder that is removed after the test file. */
export function catalogueFolder(contents: CatalogueContents = goodCatalogue): string {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-catalogue-'))
  written.push(folder)
  for (const [path, content] of Object.entries(contents)) {
    if (content === undefined) continue
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
  return folder
}

/** The good catalogue without a video's folder, or a category's. */
export function without(path: string, contents: CatalogueContents = goodCatalogue): CatalogueContents {
  return Object.fromEntries(Object.entries(contents).filter(([name]) => !name.startsWith(`${path}/`)))
}
