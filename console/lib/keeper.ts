/** How the keeper of the answering process is, from its figures for machines; null where it has none. */
export function keeperOf(metrics: string): { readonly balance: number; readonly bugs: number } | null {
  const valuesOf = (name: string): number[] =>
    metrics
      .split('\n')
      .filter((line) => line.startsWith(`${name}{`))
      .map((line) => Number(line.slice(line.lastIndexOf(' ') + 1)))
  const [balance] = valuesOf('sibyl_keeper_balance_alph')
  if (balance === undefined) return null
  return { balance, bugs: valuesOf('sibyl_keeper_bugs_total').reduce((sum, count) => sum + count, 0) }
}
