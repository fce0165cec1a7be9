/** A package of others that is shipped: `text` is the index of its licence's text. */
export type ShippedPackage = {
  readonly name: string
  readonly version: string
  /** SPDX expression. */
  readonly licence: string
  readonly text: number
}

/** `/licences.json`, which the build writes (scripts/licences.ts): every shipped package, and each licence text once. */
export type Licences = { readonly packages: readonly ShippedPackage[]; readonly texts: readonly string[] }
