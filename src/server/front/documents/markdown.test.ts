// @vitest-environment jsdom
import { describe, expect, test } from 'vitest'
import { html } from './html.ts'
import { markdownHtml, markdownSummary } from './markdown.ts'

describe('html', () => {
  test('inserts values as text, in attributes too', () => {
    const name = `"><script>alert('1')</script>&amp;`
    expect(html`<a title="${name}">${name}</a>`.text).toBe(
      '<a title="&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;amp;">&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;amp;</a>',
    )
  })

  test('inserts HTML as HTML, numbers as they are, lists item by item, and nothing for undefined', () => {
    expect(
      html`${html`<b>1</b>`}${2}${[html`<i></i>`, '<', false, undefined]}${false}${undefined}`.text,
    ).toBe('<b>1</b>2<i></i>&lt;')
  })
})

describe('a description in Markdown', () => {
  test('becomes headings below those of the page, lists, code and links', () => {
    expect(markdownHtml('# One\n\n###### Six\n\n- a\n- **b**\n\n`<x>` [l](https://a.b/?x=1&y=2)').text).toBe(
      '<h3>One</h3><h6>Six</h6><ul><li>a</li><li><strong>b</strong></li></ul><p><code>&lt;x&gt;</code> <a rel="noopener nofollow" href="https://a.b/?x=1&amp;y=2">l</a></p>',
    )
  })

  test('shows of a picture its description only: no address of a medium is in a document', () => {
    const { text } = markdownHtml('![a <b>cat</b>](https://evil.test/cat.png)\n\n![x](/media/secret.mp4)')
    expect(text).not.toMatch(/<img|evil|media/)
  })

  test.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<svg/onload=alert(1)>',
    '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
    '<a href="javascript:alert(1)">x</a>',
    '<style>*{display:none}</style>',
    '<base href="//evil.test/">',
    '<form action="//evil.test"><input name=password></form>',
    '<div onclick="alert(1)">x</div>',
    '[x](javascript:alert(1))',
    '[x](JaVaScRiPt:alert(1))',
    '[x](\u0001javascript:alert(1))',
    '[x](java\nscript:alert(1))',
    '[x](java&Tab;script:alert(1))',
    '[x](&#106;avascript:alert(1))',
    '[x](javascript&colon;alert(1))',
    '[x](javascript%3Aalert(1))',
    '[x](data:text/html,<script>alert(1)</script>)',
    '[x](vbscript:msgbox(1))',
    '<javascript:alert(1)>',
    '[x]: javascript:alert(1)\n\n[x]',
    '[x](y "t\\" onmouseover=alert(1) \\"")',
    '[x](y"onmouseover=alert(1)//)',
    '![x" onerror="alert(1)](y)',
    '![x](javascript:alert(1))',
    '`</code><script>alert(1)</script>`',
    '```"><script>alert(1)</script>\nx\n```',
    '```js" onclick="alert(1)\nx\n```',
    '# x" onclick="alert(1)',
    '# <script>alert(1)</script>',
    '| <script>alert(1)</script> | b |\n|--|--|\n| "onclick="x | y |',
    '[^1]\n\n[^1]: <script>alert(1)</script>',
    '[^"onclick="x]\n\n[^"onclick="x]: y',
    '- [ ] <script>alert(1)</script>',
    '> <script>alert(1)</script>',
    '</div></div><script>alert(1)</script>',
    '<!--><script>alert(1)</script>-->',
    '<![CDATA[<script>alert(1)</script>]]>',
    'https://a.b/"onmouseover="alert(1)',
    '<scr<script>ipt>alert(1)</scr</script>ipt>',
    '&lt;script&gt;alert(1)&lt;/script&gt;',
    '\\<script>alert(1)\\</script>',
    '<details open ontoggle=alert(1)>',
    '<math><mtext></mtext><script>alert(1)</script></math>',
    '---\nx: <script>\n---\n<script>alert(1)</script>',
  ])('%j runs nothing and loads nothing', (markdown) => {
    const page = `<main>${markdownHtml(markdown).text}</main>`
    const { body } = new DOMParser().parseFromString(page, 'text/html')
    expect(body.children).toHaveLength(1)
    const allowed =
      'main,p,h3,h4,h5,h6,a,ul,ol,li,code,pre,em,strong,del,table,thead,tbody,tr,th,td,blockquote,hr,br,sup,div,footer,input'
    const elements = [...body.querySelectorAll('*')]
    expect(elements.filter((element) => !element.matches(allowed))).toEqual([])
    for (const element of elements) {
      for (const { name, value } of element.attributes) {
        expect([
          'href',
          'rel',
          'title',
          'class',
          'id',
          'type',
          'disabled',
          'checked',
          'align',
          'start',
        ]).toContain(name)
        if (name === 'href')
          expect(new URL(value, 'https://site.test/').protocol).toMatch(/^(https?|mailto):$/)
        if (name === 'id') expect(value).not.toMatch(/root/)
      }
    }
  })

  test('keeps the numbers of a list, tasks, columns and notes', () => {
    expect(
      markdownHtml('3. c\n\n- [x] done\n\n| a |\n|-:|\n| 1 |\n\ncall [us](tel:+49301) [^1]\n\n[^1]: *soon*')
        .text,
    ).toBe(
      '<ol start="3"><li>c</li></ol><ul><li><input type="checkbox" disabled checked> done</li></ul><table><thead><tr><th align="right">a</th></tr></thead><tbody><tr><td align="right">1</td></tr></tbody></table><p>call <a rel="noopener nofollow" href="tel:+49301">us</a> <sup>1</sup></p><p><sup>1</sup> <em>soon</em></p>',
    )
  })

  test('is cut to a summary of plain words', () => {
    expect(markdownSummary('# A\n\nB **c** `<d>` & "e"\n\n- f')).toBe('A B c <d> & "e" f')
    expect(markdownSummary('')).toBe('')
    expect(markdownSummary('ab '.repeat(100), 20)).toBe('ab ab ab ab ab ab…')
    expect(markdownSummary('x'.repeat(300), 20)).toBe(`${'x'.repeat(19)}…`)
  })
})
