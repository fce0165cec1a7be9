// node scripts/docs-configure.ts: writes docs/configure.md from the table of settings. A test fails if the file is
// outdated.
import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { settings } from '#server/platform/config/settings.ts'

export const configurePage = resolve(import.meta.dirname, '../docs/configure.md')

type Row = { doc: string; default?: string; demoDefault?: string; required?: true }

/** Returns the operator's page about settings. */
export function renderConfigurePage(): string {
  const rows = Object.entries<Row>(settings).map(
    ([name, row]) => `| \`${name}\` | ${cell(row.doc)} | ${fallback(row)} |`,
  )
  return `${introduction}\n\n| setting | what it says | without it |\n|---|---|---|\n${rows.join('\n')}\n`
}

const introduction = `# Settings

Lectern is configured by environment variables, read once at the start. A wrong or missing one stops the start with one line
that names it, before anything is changed. An empty value counts as not given. Seller, tax, mail server and
the days of trial, grace and refund can be saved at the desk as well ([admin.md](admin.md#first-steps)); a variable of the environment wins.

\`npm start\` runs the demo (\`DEMO=1\`), which needs none of them. \`npm run serve\` runs a site for real visitors, which
does not start without those marked **required**; \`npm run setup\` writes these two into \`lectern.env\`, which it reads as well.
Without a mail server a new site starts into set-up ([admin.md](admin.md#first-steps)). A minimal site that is open at once:

\`\`\`sh
export BASE_URL=https://videos.example.org
export APP_SECRET="$(openssl rand -base64 32)"   # once; keep it: no other one opens this database
export SMTP_URL=smtps://user:password@mail.example.org
export SMTP_REQUIRE_TLS=1
export MAIL_FROM='Videos <videos@example.org>'
npm run serve
\`\`\`

Lectern speaks plain HTTP on loopback; a proxy in front (nginx, Caddy) speaks HTTPS. Set \`TRUST_PROXY=1\` behind one, or all
visitors count as one when attempts are limited. [admin.md](admin.md) says how to become the admin.

<!-- Made by scripts/docs-configure.ts from src/server/platform/config/config.ts: change it there. -->`

function fallback({ default: usual, demoDefault, required }: Row): string {
  const words = required ? ['**required**'] : usual ? [code(usual)] : []
  if (demoDefault) words.push(`demo: ${code(demoDefault)}`)
  return words.join('; ') || '–'
}

function code(text: string): string {
  return `\`${cell(text)}\``
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|')
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  writeFileSync(configurePage, renderConfigurePage())
