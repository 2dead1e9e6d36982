import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..', '..')
const { rooms } = createRequire(import.meta.url)('../../scripts/rooms.cjs') as {
  rooms: Record<string, { floor: number; imports: string[] }>
}

describe('the table of rooms', () => {
  test('behavior: every folder under src is a room of the table', () => {
    const folders = readdirSync(join(root, 'src'), { withFileTypes: true }).filter((entry) =>
      entry.isDirectory(),
    )
    expect(folders.map((entry) => entry.name).filter((name) => !(name in rooms))).toEqual([])
  })
  test('behavior: doors open downstairs only', () => {
    const upstairs = Object.entries(rooms).flatMap(([name, room]) =>
      room.imports.filter((other) => rooms[other]!.floor >= room.floor).map((other) => `${name} -> ${other}`),
    )
    expect(upstairs).toEqual([])
  })
  test('behavior: ARCHITECTURE.md shows the same table', () => {
    const text = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8')
    const rows = [...text.matchAll(/^\| (\d) \| `(\w+)` \| .* \| ([^|]+) \|$/gm)].map(
      ([, floor, name, imports]) => ({
        name,
        floor: Number(floor),
        imports: imports === '–' ? [] : imports?.split(', '),
      }),
    )
    expect(rows).toEqual(Object.entries(rooms).map(([name, room]) => ({ name, ...room })))
  })
})
