/**
 * Replaces HTML character references (`&eacute;`, `&#39;`, `&#x27;`) with their characters. Knows the named ones of HTML
 * 4 and `&apos;` (html.spec.whatwg.org lists 2,000 more, mostly for mathematics); unknown ones stay unchanged.
 */
export function decodeReferences(text: string): string {
  return text.replace(
    /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([a-zA-Z][a-zA-Z\d]{1,7}));/g,
    (reference, decimal?: string, hexadecimal?: string, name?: string) => {
      const code = name
        ? codes.get(name)
        : decimal
          ? Number(decimal)
          : Number.parseInt(String(hexadecimal), 16)
      return code === undefined || !isCharacter(code) ? reference : String.fromCodePoint(code)
    },
  )
}

/** Neither a control character nor half a surrogate pair. */
function isCharacter(code: number): boolean {
  return (
    code >= 0x20 && code <= 0x10ffff && !(code >= 0x7f && code < 0xa0) && !(code >= 0xd800 && code < 0xe000)
  )
}

/** Names in code point order, from the first on; `-` skips one. */
const runs: readonly (readonly [first: number, names: string])[] = [
  [34, 'quot - - - amp apos - - - - - - - - - - - - - - - - - - - - lt - gt'],
  [
    160,
    'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml',
  ],
  [338, 'OElig oelig'],
  [352, 'Scaron scaron'],
  [376, 'Yuml'],
  [402, 'fnof'],
  [710, 'circ'],
  [732, 'tilde'],
  [
    913,
    'Alpha Beta Gamma Delta Epsilon Zeta Eta Theta Iota Kappa Lambda Mu Nu Xi Omicron Pi Rho - Sigma Tau Upsilon Phi Chi Psi Omega',
  ],
  [
    945,
    'alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigmaf sigma tau upsilon phi chi psi omega',
  ],
  [977, 'thetasym upsih - - - piv'],
  [
    8194,
    'ensp emsp - - - - - thinsp - - zwnj zwj lrm rlm - - - ndash mdash - - - lsquo rsquo sbquo - ldquo rdquo bdquo',
  ],
  [
    8224,
    'dagger Dagger bull - - - hellip - - - - - - - - - permil - prime Prime - - - - - lsaquo rsaquo - - - oline',
  ],
  [8260, 'frasl'],
  [8364, 'euro'],
  [8465, 'image'],
  [8472, 'weierp - - - real'],
  [8482, 'trade'],
  [8501, 'alefsym'],
  [8592, 'larr uarr rarr darr harr'],
  [8629, 'crarr'],
  [8656, 'lArr uArr rArr dArr hArr'],
  [
    8704,
    'forall - part exist - empty - nabla isin notin - ni - - - prod - sum minus - - - - lowast - - radic - - prop infin - ang',
  ],
  [8743, 'and or cap cup int'],
  [8756, 'there4'],
  [8764, 'sim'],
  [8773, 'cong'],
  [8776, 'asymp'],
  [8800, 'ne equiv - - le ge'],
  [8834, 'sub sup nsub - sube supe'],
  [8853, 'oplus - otimes'],
  [8869, 'perp'],
  [8901, 'sdot'],
  [8968, 'lceil rceil lfloor rfloor'],
  [9001, 'lang rang'],
  [9674, 'loz'],
  [9824, 'spades - - clubs - hearts diams'],
]

const codes: ReadonlyMap<string, number> = new Map(
  runs.flatMap(([first, names]) =>
    names
      .split(' ')
      .flatMap((name, place): [string, number][] => (name === '-' ? [] : [[name, first + place]])),
  ),
)
