import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { createTelemetry } from '../../src/app/index.ts'
import { settings } from '../../src/config/index.ts'

const root = join(import.meta.dirname, '..', '..')
const read = (name: string): string => readFileSync(join(root, name), 'utf8')
const isThere = (program: string): boolean => spawnSync(program, ['--version']).error === undefined

/** Names of metrics that any process of the venue can show. */
async function exportedMetrics(): Promise<Set<string>> {
  const { metrics } = createTelemetry({ level: 'silent', sampleRate: 1, destination: process.stderr })
  metrics.request('GET', '/', 200, 1)
  metrics.statement('a', false, 1)
  const { text } = await metrics.text()
  return new Set(
    [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name = '', type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
    ),
  )
}
const metricsIn = (expression: string): string[] => expression.match(/\bsibyl_\w+/g) ?? []

interface Rule {
  readonly alert: string
  readonly expr: string
  readonly labels: { readonly severity: string }
  readonly annotations: { readonly summary: string }
}

describe('deploy/prometheus', () => {
  const { groups }: { groups: { rules: Rule[] }[] } = parse(read('deploy/prometheus/rules.yaml'))
  const rules = groups.flatMap((group) => group.rules)

  test('behavior: rules ask for metrics that exist, and say whom they wake', async () => {
    const exported = await exportedMetrics()
    expect(rules.flatMap(({ expr }) => metricsIn(expr)).filter((name) => !exported.has(name))).toEqual([])
    for (const { alert, labels, annotations } of rules)
      expect({ alert, severity: labels.severity, summary: annotations.summary.length > 10 }).toEqual({
        alert,
        severity: expect.stringMatching(/^(page|ticket)$/),
        summary: true,
      })
  })
  test('behavior: every “ring when” of docs/operations.md names its rules, and every rule is named', () => {
    const table = /\| Metric \| What it tells \| Ring when \| Rule \|\n[|-]+\n((?:\|.*\n)+)/.exec(
      read('docs/operations.md'),
    )
    const rows = (table?.[1] ?? '').trimEnd().split('\n')
    const named = rows.map((row) => row.match(/`Sibyl\w+`/g) ?? [])
    expect(named.filter((names) => names.length === 0)).toEqual([])
    expect([...new Set(named.flat().map((name) => name.slice(1, -1)))].sort()).toEqual(
      rules.map(({ alert }) => alert).sort(),
    )
  })
  test('behavior: promtool’s own tests of the rules hold: silence when all is well, each alarm when it is not', (context) => {
    if (!isThere('promtool')) return context.skip('there is no promtool on this machine')
    const folder = join(root, 'deploy', 'prometheus')
    const run = (...args: string[]) => spawnSync('promtool', args, { cwd: folder, encoding: 'utf8' })
    expect(run('test', 'rules', 'rules.test.yaml')).toMatchObject({ status: 0 })
    expect(run('check', 'config', 'prometheus.yaml')).toMatchObject({ status: 0 })
  })
  test('behavior: what is asked is what compose runs', () => {
    const { scrape_configs } = parse(read('deploy/prometheus/prometheus.yaml'))
    const { services } = parse(read('compose.yaml'), { merge: true })
    const ours = Object.keys(services).filter((name) => services[name].build !== undefined)
    expect(scrape_configs[0].static_configs[0].targets).toEqual(ours.map((name) => `${name}:3000`))
  })
})

describe('deploy/grafana', () => {
  test('behavior: every query names metrics that exist', async () => {
    const exported = await exportedMetrics()
    const { panels }: { panels: { title: string; targets: { expr: string }[] }[] } = JSON.parse(
      read('deploy/grafana/sibyl.json'),
    )
    const unknown = panels.flatMap(({ title, targets }) =>
      targets
        .flatMap(({ expr }) => metricsIn(expr))
        .filter((name) => !exported.has(name))
        .map((name) => `${title}: ${name}`),
    )
    expect(unknown).toEqual([])
    expect(panels.every(({ targets }) => targets.every(({ expr }) => metricsIn(expr).length > 0))).toBe(true)
    expect(panels.length).toBe(17)
  })
})

describe('deploy/systemd', () => {
  const folder = join(root, 'deploy', 'systemd')
  const units = readdirSync(folder)
  const known = new Set(
    Object.values(settings).flatMap(({ name, secret }) => (secret ? [name, `${name}_FILE`] : [name])),
  )

  test('default: a unit for each part, by its own command', () => {
    const commands = units.map(
      (unit) => /^ExecStart=.*sibyl\.mjs (\w+)$/m.exec(read(`deploy/systemd/${unit}`))?.[1],
    )
    expect(commands.sort()).toEqual(['api', 'index', 'keeper'])
  })
  test.each(units)('behavior: %s sets what is a setting, and gets its secrets as files', (unit) => {
    const text = read(`deploy/systemd/${unit}`)
    const set = [...text.matchAll(/^Environment=(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => ({
      name,
      value,
    }))
    expect(set.filter(({ name }) => !known.has(name) && name !== 'NODE_ENV')).toEqual([])
    const credentials = [...text.matchAll(/^LoadCredential=(\w+):/gm)].map(([, name]) => `%d/${name}`)
    expect(set.filter(({ name }) => name.endsWith('_FILE')).map(({ value }) => value)).toEqual(credentials)
    expect(text.includes('keeper_key')).toBe(unit === 'sibyl-keeper.service')
    // /etc/sibyl is root's alone, and the parts run as another user.
    expect(set.find(({ name }) => name === 'DEPLOYMENT_FILE')).toEqual({
      name: 'DEPLOYMENT_FILE',
      value: '%d/deployment',
    })
    expect(set.filter(({ value }) => value.includes('/etc/sibyl'))).toEqual([])
  })
  test('behavior: systemd itself finds nothing wrong', (context) => {
    if (!isThere('systemd-analyze')) return context.skip('there is no systemd-analyze on this machine')
    const checked = spawnSync('systemd-analyze', ['verify', ...units.map((unit) => join(folder, unit))], {
      encoding: 'utf8',
    })
    // It also looks for the programs that units of the machine name; only ours matter.
    expect(
      checked.stderr.split('\n').filter((line) => line.includes('sibyl') && !line.includes('not executable')),
    ).toEqual([])
  })
})

describe('the image’s context', () => {
  test('behavior: secrets beside the compose file are neither in the image nor in the repository', () => {
    const files = [
      '.env',
      '.env.local',
      'secrets/keeper_key',
      'deployment.json',
      'mine.key',
      'deploy/tls.pem',
    ]
    const patterns = read('.dockerignore')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => {
        const parts = line.split(/(\*\*\/|\*)/).map((part) => {
          if (part === '**/') return '(?:.*/)?'
          return part === '*' ? '[^/]*' : part.replaceAll('.', '\\.')
        })
        return new RegExp(`^${parts.join('')}(?:/.*)?$`)
      })
    const isIgnored = (file: string): boolean => patterns.some((pattern) => pattern.test(file))
    expect(isIgnored('src/index.ts')).toBe(false)
    expect(files.filter((file) => !isIgnored(file))).toEqual([])
    const listed = spawnSync('git', ['check-ignore', '.env', 'secrets/keeper_key', 'mine.key'], {
      cwd: root,
      encoding: 'utf8',
    })
    expect(listed.stdout.trimEnd().split('\n')).toEqual(['.env', 'secrets/keeper_key', 'mine.key'])
  })
})
