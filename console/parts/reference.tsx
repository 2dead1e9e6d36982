import { useLoad } from '../lib/load.ts'
import { Trouble } from './trouble.tsx'

interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly description?: string
}

interface Operation {
  readonly summary?: string
  readonly description?: string
  readonly tags?: readonly string[]
  readonly parameters?: readonly Parameter[]
  readonly responses?: Readonly<Record<string, { readonly description?: string }>>
}

interface Entry extends Operation {
  readonly method: string
  readonly path: string
}

/** Every call of the interface, by what it is about, from the document this very service serves. */
export function Reference() {
  const loaded = useLoad(async (signal) => {
    const answer = await fetch('/openapi.json', { signal })
    if (!answer.ok) throw new Error(`the document came with status ${answer.status}`)
    const { paths } = (await answer.json()) as { paths: Record<string, Record<string, Operation>> }
    return Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]): Entry => ({ ...operation, method, path })),
    )
  }).value
  if (loaded.state === 'loading') return <p role="status">Loading the reference …</p>
  if (loaded.state === 'failed')
    return <Trouble what="The reference could not be read" error={loaded.error} />
  const tags = [...new Set(loaded.value.map(tagOf))]
  return (
    <article class="words">
      <h1>Reference</h1>
      <p>
        Every call of the interface. To try them from a page, open <a href="/docs">the explorer</a>; for tools
        there are <a href="/openapi.json">OpenAPI</a> and <a href="/asyncapi.json">AsyncAPI</a>.
      </p>
      {tags.map((tag) => (
        <section key={tag} aria-label={tag}>
          <h2>{tag}</h2>
          <ul class="calls">
            {loaded.value
              .filter((entry) => tagOf(entry) === tag)
              .map((entry) => (
                <Call key={`${entry.method} ${entry.path}`} entry={entry} />
              ))}
          </ul>
        </section>
      ))}
    </article>
  )
}

const tagOf = ({ tags }: Operation): string => tags?.[0] ?? 'other'

function Call({
  entry: { method, path, summary, description, parameters = [], responses = {} },
}: {
  entry: Entry
}) {
  return (
    <li class="panel">
      <details>
        <summary>
          <span class={`badge method ${method}`}>{method.toUpperCase()}</span>{' '}
          <code class="long">{path}</code> <span class="soft">{summary}</span>
        </summary>
        {description !== undefined && <p>{description}</p>}
        {parameters.length > 0 && (
          <dl class="fields">
            {parameters.map(({ name, in: where, required, description: meaning }) => (
              <div key={`${where} ${name}`}>
                <dt>
                  <code>{name}</code>
                </dt>
                <dd>
                  {meaning} <span class="soft">{required === true ? `${where}, required` : where}</span>
                </dd>
              </div>
            ))}
          </dl>
        )}
        <dl class="fields">
          {Object.entries(responses).map(([status, { description: meaning }]) => (
            <div key={status}>
              <dt>
                <code>{status}</code>
              </dt>
              <dd>{meaning}</dd>
            </div>
          ))}
        </dl>
      </details>
    </li>
  )
}
