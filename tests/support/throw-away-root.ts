import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { dirname, join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')

/** A command block and its outcome. */
export type Ran = { readonly name: string; readonly code: number; readonly output: string }

/** The program that this machine lacks to run commands in a separate root; undefined if none. */
export function missingForThrowAwayRoot(): string | undefined {
  if (userInfo().uid !== 0) return 'only root may make users in a root of its own'
  if (spawnSync('bwrap', ['--version']).error) return 'bubblewrap is not installed'
  if (!existsSync('/usr/bin/npm') && !existsSync('/usr/local/bin/npm'))
    return 'npm is not installed below /usr'
  const tried = spawnSync('bwrap', [...isolation, '--ro-bind', '/', '/', 'true'])
  return tried.status === 0 ? undefined : 'this system makes no namespaces'
}

/** No process, network or file system of the host; capabilities are those of installing, within the namespaces. */
const isolation = [
  '--unshare-pid',
  '--unshare-net',
  '--unshare-ipc',
  '--unshare-uts',
  '--die-with-parent',
  '--new-session',
  ...[
    'CHOWN',
    'DAC_OVERRIDE',
    'FOWNER',
    'FSETID',
    'KILL',
    'SETGID',
    'SETUID',
    'SETPCAP',
    'SYS_ADMIN',
    'AUDIT_WRITE',
  ].flatMap((name) => ['--cap-add', `CAP_${name}`]),
]

/**
 * Runs shell blocks one after another, as root of a temporary system: Debian's programs are the host's, read-only, and
 * /etc, users, /srv and /var are new. The program is below /program. Stubs replace programs that change more than
 * files: each is a shell script.
 */
export async function runInThrowAwayRoot(
  blocks: readonly { readonly name: string; readonly script: string }[],
  stubs: Readonly<Record<string, string>>,
): Promise<Ran[]> {
  const place = mkdtempSync(join(tmpdir(), 'lectern-root-'))
  try {
    makeSystem(place, stubs)
    for (const [index, { script }] of blocks.entries()) write(join(place, `blocks/${index}.sh`), script)
    write(join(place, 'blocks/all.sh'), runAll)
    const words = ['/bin/sh', '/blocks/all.sh', String(blocks.length)]
    const child = spawn('bwrap', [...isolation, ...mounts(place), ...words], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { PATH: '/stubs:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', HOME: '/root' },
    })
    await new Promise((ended) => child.on('close', ended))
    return blocks.map(({ name }, index) => ({
      name,
      code: Number(read(join(place, `results/${index}.code`)) || -1),
      output: read(join(place, `results/${index}.output`)),
    }))
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}

const runAll = `index=0
while [ $index -lt $1 ]; do
  /bin/sh -e /blocks/$index.sh < /dev/null > /results/$index.output 2>&1
  echo $? > /results/$index.code
  index=$((index + 1))
done
`

function mounts(place: string): string[] {
  const merged = ['bin', 'sbin', 'lib', 'lib64'].filter((name) => existsSync(`/${name}`))
  return [
    '--ro-bind',
    '/usr',
    '/usr',
    '--ro-bind',
    root,
    '/program',
    ...merged.flatMap((name) => ['--symlink', `usr/${name}`, `/${name}`]),
    ...['etc', 'srv', 'var', 'root', 'results'].flatMap((name) => ['--bind', join(place, name), `/${name}`]),
    ...['stubs', 'blocks'].flatMap((name) => ['--ro-bind', join(place, name), `/${name}`]),
    '--proc',
    '/proc',
    '--dev',
    '/dev',
    '--perms',
    '1777',
    '--tmpfs',
    '/tmp',
    '--tmpfs',
    '/run',
  ]
}

/** The files of a fresh system, as far as installing needs them. */
function makeSystem(place: string, stubs: Readonly<Record<string, string>>): void {
  for (const name of [
    'etc/systemd/system',
    'srv',
    'var/backups',
    'var/log',
    'root',
    'results',
    'stubs',
    'blocks',
  ])
    mkdirSync(join(place, name), { recursive: true })
  write(
    join(place, 'etc/passwd'),
    'root:x:0:0::/root:/bin/sh\nwww-data:x:33:33::/var/www:/usr/sbin/nologin\n',
  )
  write(join(place, 'etc/group'), 'root:x:0:\nwww-data:x:33:\n')
  write(join(place, 'etc/shadow'), 'root:*:19000:0:99999:7:::\n')
  write(join(place, 'etc/gshadow'), 'root:*::\n')
  write(join(place, 'etc/hosts'), '127.0.0.1 localhost\n')
  for (const name of [
    'alternatives',
    'ld.so.cache',
    'login.defs',
    'nsswitch.conf',
    'pam.d',
    'security',
    'ssl',
  ])
    if (existsSync(`/etc/${name}`))
      cpSync(`/etc/${name}`, join(place, 'etc', name), { recursive: true, verbatimSymlinks: true })
  // the targets of the links in the machine's npm package
  if (existsSync('/etc/npmrc')) cpSync('/etc/npmrc', join(place, 'etc/npmrc'))
  for (const [name, script] of Object.entries(stubs)) {
    write(join(place, 'stubs', name), `#!/bin/sh\n${script}\n`)
    execFileSync('chmod', ['755', join(place, 'stubs', name)])
  }
  execFileSync('chmod', ['755', place, join(place, 'srv'), join(place, 'var')])
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

function read(path: string): string {
  return existsSync(path) ? readFileSync(path, 'utf8').trim() : ''
}
