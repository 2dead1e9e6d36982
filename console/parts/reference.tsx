import { useState } from 'preact/hooks'
import { useLoad } from '../lib/load.ts'
import { Trouble } from './trouble.tsx'

interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly description?: string
}

/** By media type; of errors one for each code, in the document's own list. */
type Content = Readonly<
  Record<
    string,
    { readonly example?: unknown; readonly examples?: Readonly<Record<string, { readonly $ref: string }>> }
  >
>

interface Operation {
  readonly summary?: string
  readonly description?: string
  readonly tags?: readonly string[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content?: Content }
  readonly responses?: Readonly<Record<string, { readonly description?: string; readonly content?: Content }>>
}

type ErrorExamples = Readonly<Record<string, { readonly value: unknown }>>

interface Entry extends Operation {
  readonly method: string
  readonly path: string
}

/** Every call of the interface, by what it is about, from the document this very service serves. */
export function Reference() {
  const loaded = useLoad(async (signal) => {
    const answer = await fetch('/openapi.json', { signal })
    if (!answer.ok) throw new Error(`the document came with status ${answer.status}`)
    const { paths, components } = (await answer.json()) as {
      paths: Record<string, Record<string, Operation>>
      components?: { examples?: ErrorExamples }
    }
    const entries = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]): Entry => ({ ...operation, method, path })),
    )
    return { entries, errors: components?.examples ?? {} }
  }).value
  if (loaded.state === 'loading') return <p role="status">Loading the reference …</p>
  if (loaded.state === 'failed')
    return <Trouble what="The reference could not be read" error={loaded.error} />
  const { entries, errors } = loaded.value
  const tags = [...new Set(entries.map(tagOf))]
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
            {entries
              .filter((entry) => tagOf(entry) === tag)
              .map((entry) => (
                <Call key={`${entry.method} ${entry.path}`} entry={entry} errors={errors} />
              ))}
          </ul>
        </section>
      ))}
    </article>
  )
}

const tagOf = ({ tags }: Operation): string => tags?.[0] ?? 'other'

const exampleFolder = '#/components/examples/'

/** What a call is sent and answered, as people would write it down. */
function examplesOf(content: Content | undefined, errors: ErrorExamples): string[] {
  return Object.values(content ?? {}).flatMap(({ example, examples = {} }) =>
    [example, ...Object.values(examples).map(({ $ref }) => errors[$ref.slice(exampleFolder.length)]?.value)]
      .filter((shown) => shown !== undefined)
      .map((shown) => (typeof shown === 'string' ? shown : JSON.stringify(shown, null, 2))),
  )
}

function Examples({ texts }: { texts: readonly string[] }) {
  return texts.map((text) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <pre key={text} tabIndex={0}>
      {text}
    </pre>
  ))
}

function Call({
  entry: { method, path, summary, description, parameters = [], requestBody, responses = {} },
  errors,
}: {
  entry: Entry
  errors: ErrorExamples
}) {
  /** Two hundred examples are made only of what somebody looks at. */
  const [isOpen, setOpen] = useState(false)
  const body = isOpen ? examplesOf(requestBody?.content, errors) : []
  return (
    <li class="panel">
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
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
        {body.length > 0 && (
          <>
            <p class="soft">Sent, for example:</p>
            <Examples texts={body} />
          </>
        )}
        <dl class="fields">
          {Object.entries(responses).map(([status, { description: meaning, content }]) => (
            <div key={status}>
              <dt>
                <code>{status}</code>
              </dt>
              <dd>
                {meaning}
                {isOpen && <Examples texts={examplesOf(content, errors)} />}
              </dd>
            </div>
          ))}
        </dl>
      </details>
    </li>
  )
}
