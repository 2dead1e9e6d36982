/** What a drawing shows, as a table for who reads it otherwise. */
export function DataTable({
  caption,
  head,
  rows,
}: {
  caption: string
  head: readonly string[]
  rows: readonly (readonly string[])[]
}) {
  return (
    <details class="twin">
      <summary>As a table</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard. */}
      <section class="scroll tall" aria-label={caption} tabIndex={0}>
        <table class="list">
          <thead>
            <tr>
              {head.map((name, index) => (
                <th key={name} scope="col" class={index === 0 ? '' : 'number'}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row[0]}>
                {row.map((cell, index) => (
                  <td key={head[index]} class={index === 0 ? '' : 'number'}>
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  )
}
