import { expect, test } from 'vitest'
import { decodeReferences } from './character-references.ts'

test.each([
  ['&quot;&amp;&apos;&lt;&gt;', '"&\'<>'],
  ['&nbsp;&iexcl;&laquo;&deg;&szlig;&Agrave;&eacute;&Uuml;&yuml;', '\u00a0¡«°ßÀéÜÿ'],
  ['&OElig;&Scaron;&Yuml;&fnof;&circ;&tilde;', 'ŒŠŸƒˆ˜'],
  ['&Alpha;&Rho;&Sigma;&Omega;&alpha;&sigmaf;&sigma;&omega;&thetasym;&upsih;&piv;', 'ΑΡΣΩαςσωϑϒϖ'],
  [
    '&ensp;&thinsp;&zwnj;&rlm;&ndash;&mdash;&lsquo;&rsquo;&sbquo;&ldquo;&rdquo;&bdquo;',
    '\u2002\u2009\u200c\u200f–—‘’‚“”„',
  ],
  ['&dagger;&bull;&hellip;&permil;&prime;&Prime;&lsaquo;&rsaquo;&oline;&frasl;&euro;', '†•…‰′″‹›‾⁄€'],
  ['&image;&weierp;&real;&trade;&alefsym;&larr;&harr;&crarr;&lArr;&hArr;', 'ℑ℘ℜ™ℵ←↔↵⇐⇔'],
  [
    '&forall;&exist;&empty;&nabla;&isin;&ni;&prod;&sum;&minus;&lowast;&radic;&prop;&infin;&ang;',
    '∀∃∅∇∈∋∏∑−∗√∝∞∠',
  ],
  ['&and;&int;&there4;&sim;&cong;&asymp;&ne;&equiv;&le;&ge;', '∧∫∴∼≅≈≠≡≤≥'],
  [
    '&sub;&nsub;&sube;&supe;&oplus;&otimes;&perp;&sdot;&lceil;&rfloor;&loz;&spades;&clubs;&diams;',
    '⊂⊄⊆⊇⊕⊗⊥⋅⌈⌋◊♠♣♦',
  ],
  ['&#39;&#x27;&#X1F600;&#128512;', "''😀😀"],
  [
    '&unknown; &eacute &; &#xD800; &#0; &#10; &#1114112; R&D;',
    '&unknown; &eacute &; &#xD800; &#0; &#10; &#1114112; R&D;',
  ],
])('%s', (text, decoded) => {
  expect(decodeReferences(text)).toBe(decoded)
})
