type Captions = { readonly kind: string; readonly srclang: string }

/**
 * Returns the captions to use: those of the chosen language, else of the page's, else the first. They are read for the
 * transcript even when hidden.
 */
export function chosenCaptions<T extends Captions>(
  tracks: readonly T[],
  language: string,
  pageLanguage: string,
): T | undefined {
  const captions = tracks.filter(({ kind }) => kind === 'captions' || kind === 'subtitles')
  const inLanguage = (wanted: string) =>
    wanted === ''
      ? undefined
      : (captions.find(({ srclang }) => srclang === wanted) ??
        captions.find(({ srclang }) => primary(srclang) === primary(wanted)))
  return inLanguage(language) ?? inLanguage(pageLanguage) ?? captions[0]
}

/** `de-AT` counts as German. */
const primary = (language: string) => language.split('-')[0]?.toLowerCase()
