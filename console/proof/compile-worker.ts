import { compileProjectSource } from 'sibyl/ralph'

/** Compiles the published contracts away from the page's own thread, and says what became of them. */

const sources: Readonly<Record<string, string>> = import.meta.glob('../../contracts/**/*.ral', {
  query: '?raw',
  import: 'default',
  eager: true,
})

const inOrder = Object.keys(sources).sort()
const { contracts } = compileProjectSource(inOrder.map((path) => sources[path]).join('\n'), {
  skipTests: true,
})

postMessage(
  contracts.map(({ name, bytecode, fields }) => ({
    name,
    bytecode,
    immutableNames: fields.names.flatMap((field, i) =>
      fields.isMutable[i] ? [] : Array.from({ length: valuesIn(fields.types[i] ?? '') }, () => field),
    ),
  })),
)

/** An array is as many values on the chain: `[[U256;2];3]` is six. */
function valuesIn(type: string): number {
  return [...type.matchAll(/;(\d+)\]/g)].reduce((product, [, size]) => product * Number(size), 1)
}
