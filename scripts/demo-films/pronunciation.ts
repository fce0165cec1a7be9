/** Rewrites a sentence so that the voice says code words as a person would; captions keep the written form. */
export function spokenForm(sentence: string): string {
  let spoken = sentence.replaceAll('`', '').replaceAll('’', "'")
  for (const [written, said] of sayings) spoken = spoken.replace(written, said)
  return spoken
}

/** Order matters: longer words stand before the words they contain. */
const sayings: readonly (readonly [RegExp, string])[] = [
  [/\bAbortController\b/g, 'abort controller'],
  [/\bAbortError\b/g, 'abort error'],
  [/\bTypeScript\b/g, 'type script'],
  [/\bJavaScript\b/g, 'java script'],
  [/\bPostgreSQL\b/g, 'postgress Q L'],
  [/\bPostgres\b/g, 'postgress'],
  [/\bstructuredClone\b/g, 'structured clone'],
  [/\bObject\.groupBy\b/g, 'object dot group by'],
  [/\bPromise\.allSettled\b/g, 'promise dot all settled'],
  [/\bJSON\b/g, 'jason'],
  [/\bCSS\b/g, 'C S S'],
  [/\bSQL\b/g, 'sequel'],
  [/\bHTTP\b/g, 'H T T P'],
  [/\bHTML\b/g, 'H T M L'],
  [/\bAPI\b/g, 'A P I'],
  [/\bURL\b/g, 'U R L'],
  [/\bUTC\b/g, 'U T C'],
  [/\bCORS\b/g, 'cores'],
  [/\bETag\b/g, 'E tag'],
  [/\bES (?=\d)/g, 'E S '],
  [/\bIDs\b/g, 'I dees'],
  [/\bID\b/g, 'I D'],
  [/\bDOM\b/g, 'dom'],
  [/\bCDN\b/g, 'C D N'],
  [/\basync\b/gi, 'ay sink'],
  [/\benum\b/g, 'ee num'],
  [/\buseEffect\b/g, 'use effect'],
  [/\buseState\b/g, 'use state'],
  [/\buseRef\b/g, 'use ref'],
  [/\bsetTimeout\b/g, 'set time out'],
  [/\bqueueMicrotask\b/g, 'queue micro task'],
  [/\bmicrotask/gi, 'micro task'],
  [/\breflog\b/g, 'ref log'],
  [/\bupsert/gi, 'up sert'],
  [/\bfr\b/g, 'F R'],
  [/\bminmax\b/g, 'min max'],
]
