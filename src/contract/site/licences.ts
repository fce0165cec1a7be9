/** A shipped third-party package: `text` is the index of its licence text. */
export type ShippedPackage = {
  readonly name: string
  readonly version: string
  /** SPDX expression. */
  readonly licence: string
  readonly text: number
}

/** `/licences.json`, written by the build (scripts/licences.ts): every shipped package, and each licence text once. */
export type Licences = { readonly packages: readonly ShippedPackage[]; readonly texts: readonly string[] }
