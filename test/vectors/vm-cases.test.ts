import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { instructionNames } from '../../src/bytecode/index.ts'
import { emptyChain, playVmCase, readVmCases, type VmCase } from '../support/vm-case.ts'

/** Executions recorded from a 4.6.0 node: every instruction, every failure text, half of them successes. */
const cases = readVmCases(fileURLToPath(new URL('vm-cases.jsonl.br', import.meta.url)))
const chunkSize = 200

const kinds = [...new Set(cases.map(({ kind }) => kind))]
const chunks = kinds.flatMap((kind) => {
  const members = cases.filter((vmCase) => vmCase.kind === kind)
  return Array.from({ length: Math.ceil(members.length / chunkSize) }, (_, index) => ({
    title: `${kind} ${index + 1}`,
    members: members.slice(index * chunkSize, (index + 1) * chunkSize),
  }))
})

const executed = new Set<string>()
const chain = {
  ...emptyChain,
  observer: { step: ({ instruction }: { instruction: { name: string } }) => executed.add(instruction.name) },
}

function differencesOf(vmCase: VmCase): string[] {
  return playVmCase(vmCase, chain).map((difference) => `${vmCase.name}: ${difference}`)
}

describe('recorded executions', () => {
  test.each(chunks)('behavior: $title answers as the node did', ({ members }) => {
    expect(members.flatMap(differencesOf)).toEqual([])
  })

  test('behavior: the selection is large and runs every instruction', () => {
    expect(cases.length).toBeGreaterThanOrEqual(3_000)
    expect(instructionNames.filter((name) => !executed.has(name))).toEqual([])
  })
})
