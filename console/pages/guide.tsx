import type { ComponentType } from 'preact'
import { useEffect } from 'preact/hooks'
import { type GuideName, guides, readGuide } from '../lib/guides.ts'
import { useLoad } from '../lib/load.ts'
import { follow, path } from '../lib/route.ts'
import { Reference } from '../parts/reference.tsx'
import { Trouble } from '../parts/trouble.tsx'
import { NotFoundPage } from './not-found.tsx'

const first: GuideName = 'quickstart'

/** The documents, and the reference of the interface. */
export function GuidePage() {
  const name = path.value.split('/')[2] ?? first
  const guide = guides.find(([each]) => each === name)?.[0]
  if (guide === undefined && name !== 'reference') return <NotFoundPage />
  return (
    <div class="guide">
      <nav aria-label="Documents">
        {[...guides, ['reference', 'Reference'] as const].map(([each, title]) => (
          <a
            key={each}
            href={`/guide/${each}`}
            onClick={follow}
            aria-current={each === name ? 'page' : undefined}
          >
            {title}
          </a>
        ))}
      </nav>
      {guide === undefined ? <Reference /> : <Document key={guide} name={guide} />}
    </div>
  )
}

function Document({ name }: { name: GuideName }) {
  // What reads documents comes with the first of them.
  const loaded = useLoad(async () => {
    const [text, { Markdown }] = await Promise.all([readGuide(name), import('../parts/markdown.tsx')])
    return { text, Markdown: Markdown as ComponentType<{ text: string }> }
  }).value
  useEffect(() => {
    // The browser looked for the place in its address before the document was there.
    if (loaded.state === 'ready') document.getElementById(location.hash.slice(1))?.scrollIntoView()
  }, [loaded.state])
  if (loaded.state === 'loading') return <p role="status">Loading …</p>
  if (loaded.state === 'failed') return <Trouble what="The document could not be read" error={loaded.error} />
  const { text, Markdown } = loaded.value
  return <Markdown text={text} />
}
