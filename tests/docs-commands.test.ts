import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { missingForThrowAwayRoot, type Ran, runInThrowAwayRoot } from '#support/throw-away-root.ts'
import { prepare } from '../scripts/prepare.mjs'

// Every command block of docs/ works as written, on a system just set up by docs/operate.md.

const docs = resolve(import.meta.dirname, '../docs')
const missing = missingForThrowAwayRoot()
if (missing) process.stdout.write(`The commands of docs/ are not tried: ${missing}\n`)

type Block = { readonly name: string; readonly page: string; readonly text: string }

/** The command blocks of a page, named by page and first command. */
function blocksOf(page: string): Block[] {
  const text = readFileSync(join(docs, page), 'utf8')
  return [...text.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block = '']) => ({
    name: `${page}: ${block.trim().split('\n')[0]}`,
    page,
    text: block,
  }))
}

/** Pages in the order in which an operator needs them; the commands of api-keys.md are for another machine. */
const pages = [
  'operate.md',
  ...readdirSync(docs).filter(
    (name) => name.endsWith('.md') && !['operate.md', 'api-keys.md'].includes(name),
  ),
]
const blocks = pages.flatMap(blocksOf)

const [, environment = ''] = /```ini\n(.*?)```/s.exec(readFileSync(join(docs, 'operate.md'), 'utf8')) ?? []

/** Debian programs with effects beyond files: what they would do, or a record of the call. */
const stubs = {
  apt: 'for word; do case $word in install|-*) ;; *) apt-cache show "$word" > /dev/null 2>&1 || exit 100;; esac; done',
  'apt-cache': 'exit 0',
  editor: `[ "$1" = /etc/lectern.env ] && cat > "$1" << 'END'
${environment.replace('APP_SECRET=""', 'APP_SECRET="tR7#kq0ZpW2vLx9mNc4BhYd6UeSa1JfG"')}END`,
  // the program is mounted read-only: it has its owner already
  chown:
    '[ "$*" = "-R lectern: /srv/lectern/app" ] && exec /usr/bin/chown lectern: /srv/lectern/app; exec /usr/bin/chown "$@"',
  systemctl: `case "$*" in
    daemon-reload) systemd-analyze verify --man=no /etc/systemd/system/lectern.service 2>&1 | grep 'lectern.service:' && exit 1; exit 0 ;;
    'enable --now lectern')
      cd /srv/lectern/app
      (set -a; . /etc/lectern.env; exec runuser -u lectern -- npm run serve > /tmp/site.log 2>&1) &
      exec wait-until-ready ;;
    'enable --now lectern-backup.timer' | 'enable --now lectern@web1 lectern@web2 lectern@worker') exit 0 ;;
    *) exit 1 ;;
  esac`,
  'wait-until-ready': `for turn in $(seq 300); do
    node -e "fetch('http://127.0.0.1:3000/api/health/ready').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))" && exit 0
    sleep 0.2
  done
  cat /tmp/site.log; exit 1`,
}

/** The script of a block: as operate.md says for commands that begin with `npm run`. */
function scriptOf({ name, page, text }: Block): string {
  const placed = text
    .replace('# put the program at /srv/lectern/app, then', putProgram)
    .replaceAll('<id> [contract number]', someId)
    .replaceAll('<id>', someId)
  if (page === 'configure.md') return `${alone}\n${placed.replace('npm run serve', serve)}`
  // what writes to /etc is for root
  const isForSite = !placed.includes('/etc/')
  return isForSite
    ? `cat > /tmp/block.sh << 'END'\n${name in refusing ? 'set +e\n' : ''}${placed}END\n${asSite}`
    : placed
}

/** Blocks of alternatives, some of which do nothing on a new site: their only output says so. */
const refusing: Readonly<Record<string, readonly RegExp[]>> = {
  'admin.md: npm run admin -- declarations': [
    /No declaration waits\./,
    /(?:No declaration of this id waits\..*){2}/s,
  ],
  'admin.md: npm run admin -- close-service': [
    /The service is closed on/,
    /Taken back: every subscription is what it was/,
    /The closing of the service is not ordered\./,
  ],
}

const someId = '00000000-0000-4000-8000-000000000000'
const putProgram = `mkdir /srv/lectern/app
for file in /program/*; do
  own=/srv/lectern/app/$(basename "$file")
  case $own in */data|*/site) continue ;; esac
  if [ -d "$file" ]; then mkdir "$own"; else touch "$own"; fi
  mount --bind "$file" "$own"
done`
const asSite = `cd /srv/lectern/app
set -a; . /etc/lectern.env; set +a
[ -e my-library ] || { mkdir my-library; cp -r content/git my-library; }
# whoever closes the service types the name of the site
echo Lectern | runuser -u lectern -- sh -e /tmp/block.sh`
const alone = 'cd /srv/lectern/app; export PORT=3001'
const serve = `(exec npm run serve > /tmp/second.log 2>&1) & site=$!
for turn in $(seq 200); do grep -q 'is ready' /tmp/second.log && break; sleep 0.2; done
kill $site; wait $site || true; cat /tmp/second.log; grep -q 'is ready' /tmp/second.log`

let ran: readonly Ran[] = []
beforeAll(async () => {
  if (missing) return
  prepare()
  ran = await runInThrowAwayRoot(
    blocks.map((block) => ({ name: block.name, script: scriptOf(block) })),
    stubs,
  )
}, 180_000)

for (const [index, { name }] of missing ? [] : blocks.entries())
  test(name, () => {
    const said = refusing[name]
    if (said) for (const sentence of said) expect(ran[index]?.output).toMatch(sentence)
    else expect(ran[index]).toMatchObject({ code: 0 })
  })

test('every page with commands is tried', () => {
  expect(new Set(blocks.map(({ page }) => page))).toEqual(
    new Set(['operate.md', 'admin.md', 'billing.md', 'catalogue.md', 'configure.md', 'site.md']),
  )
})
