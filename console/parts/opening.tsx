import type { Opening } from '../lib/venue.ts'

/** The venue is being made: what is done, and how far it has come. */
export function OpeningView({ opening: { doing, done, total } }: { opening: Opening }) {
  const percent = Math.floor((done * 100) / Math.max(1, total))
  return (
    <section class="opening-page">
      <h1>The venue opens in a moment</h1>
      <label>
        {doing}, {percent} %
        <progress max={100} value={percent} />
      </label>
      <p class="soft">
        A devnet, its contracts, markets and three days of trading are made on this machine. It is done once.
      </p>
    </section>
  )
}
