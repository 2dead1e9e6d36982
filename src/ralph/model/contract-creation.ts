const creating = new Set(
  ['', 'Sub'].flatMap((kind) =>
    [`create${kind}Contract`, `copyCreate${kind}Contract`].flatMap((name) => [name, `${name}WithToken`]),
  ),
)

/** Built-in functions that create contracts, with or without assets for them. */
export const isContractCreation = (name: string): boolean => creating.has(name)
