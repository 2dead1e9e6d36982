import { follow } from '../lib/route.ts'

export function NotFoundPage() {
  return (
    <section class="empty">
      <h1>Nothing is here</h1>
      <p>
        No page has this address.{' '}
        <a href="/" onClick={follow}>
          See the markets
        </a>
        .
      </p>
    </section>
  )
}
