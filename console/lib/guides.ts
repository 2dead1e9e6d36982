/** The documents people read to use the venue, in the order one needs them. */
export const guides = [
  ['quickstart', 'Quickstart'],
  ['client', 'Client library'],
  ['stream', 'Live stream'],
  ['market-making', 'Market making'],
  ['errors', 'Error codes'],
  ['protocol', 'Protocol'],
  ['contracts', 'Contracts'],
  ['devnet', 'Devnet'],
  ['configuration', 'Configuration'],
  ['operations', 'Operations'],
] as const

export type GuideName = (typeof guides)[number][0]

/** They come one by one, when somebody reads them. */
const sources: Readonly<Record<string, () => Promise<string>>> = import.meta.glob<string>(
  [
    '../../docs/quickstart.md',
    '../../docs/client.md',
    '../../docs/stream.md',
    '../../docs/market-making.md',
    '../../docs/errors.md',
    '../../docs/protocol.md',
    '../../docs/contracts.md',
    '../../docs/devnet.md',
    '../../docs/configuration.md',
    '../../docs/operations.md',
  ],
  { query: '?raw', import: 'default' },
)

export const readGuide = (name: GuideName): Promise<string> =>
  sources[`../../docs/${name}.md`]?.() ?? Promise.reject(new Error(`there is no document ${name}`))

/** Where a link of a document leads: another document here, somewhere else, or nowhere that is shown here. */
export function linkFrom(href: string): { readonly to: string; readonly isHere: boolean } | null {
  if (/^https?:\/\//.test(href)) return { to: href, isHere: false }
  const [, name, place = ''] = /^([a-z-]+)\.md(#[\w-]+)?$/.exec(href) ?? []
  const guide = guides.find(([each]) => each === name)
  return guide === undefined ? null : { to: `/guide/${guide[0]}${place}`, isHere: true }
}
