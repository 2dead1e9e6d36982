export interface Maps {
  /** The best attack of all but bribes, for each share of honest weight and each position; net in bonds. */
  readonly capture: readonly { share: number; position: number; net: number; best: string }[]
  /** Bribes in percent of what ten slashes are worth. */
  readonly bribery: readonly { bribe: number; position: number; net: number }[]
  /** Share of honest weight before anybody was bribed. */
  readonly honest: number
  readonly turnout: number
  readonly stakePrice: number
}

const CELL = { width: 54, height: 34 }
const LEFT = 84
const TOP = 64
const GAP = 96

/** Two maps of where lying pays, as SVG. */
export function drawMaps({ capture, bribery, honest, turnout, stakePrice }: Maps): string {
  const positions = [...new Set(capture.map(({ position }) => position))].sort((a, b) => b - a)
  const shares = [...new Set(capture.map(({ share }) => share))]
  const bribes = [...new Set(bribery.map(({ bribe }) => bribe))]
  const height = TOP + positions.length * CELL.height
  const secondTop = height + GAP
  const width = LEFT + shares.length * CELL.width + 24
  const halfX = LEFT + shares.filter((share) => share <= 0.5).length * CELL.width
  const fitsY = TOP + positions.filter((position) => position > 50).length * CELL.height
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${secondTop + height + 40}" font-family="sans-serif" font-size="12">`,
    '<title>Where lying pays: two maps of what attacks on the oracle bring</title>',
    '<rect width="100%" height="100%" fill="white"/>',
    title(TOP - 44, 'What the best attack brings, in bonds: honest share of the revealed weight × position'),
    note(
      TOP - 26,
      `capture, void grab, hedged votes, punitive appeals, idle stake, stalled rounds; turnout ${turnout}, stake token ${stakePrice}`,
    ),
    ...axis(positions, TOP, 'bonds'),
    ...capture.map(({ share, position, net }) =>
      cell(LEFT + shares.indexOf(share) * CELL.width, TOP + positions.indexOf(position) * CELL.height, net),
    ),
    ...shares.map((share, i) =>
      label(LEFT + (i + 0.5) * CELL.width, height + 16, `${Math.round(share * 100)} %`),
    ),
    `<path d="M ${halfX} ${height} V ${fitsY} H ${LEFT + shares.length * CELL.width}" fill="none" stroke="black" stroke-width="2.5"/>`,
    title(
      secondTop + TOP - 44,
      `Bribes, ${Math.round(honest * 100)} % honest before: bribe per vote, in % of ten slashes × position`,
    ),
    note(
      secondTop + TOP - 26,
      'each honest voter has another opinion of how likely ten slashes are, evenly from 0 to 1',
    ),
    ...axis(positions, secondTop + TOP, 'bonds'),
    ...bribery.map(({ bribe, position, net }) =>
      cell(
        LEFT + bribes.indexOf(bribe) * CELL.width,
        secondTop + TOP + positions.indexOf(position) * CELL.height,
        net,
      ),
    ),
    ...bribes.map((bribe, i) => label(LEFT + (i + 0.5) * CELL.width, secondTop + height + 16, `${bribe} %`)),
    '</svg>',
    '',
  ].join('\n')
}

/** Red where it pays, green where it does not. */
function cell(x: number, y: number, net: number): string {
  const fill = net > 0 ? '#e8998d' : '#a8cfa0'
  const text = Math.abs(net) >= 10 ? net.toFixed(0) : net.toFixed(1)
  return (
    `<rect x="${x}" y="${y}" width="${CELL.width}" height="${CELL.height}" fill="${fill}" stroke="white"/>` +
    `<text x="${x + CELL.width / 2}" y="${y + CELL.height / 2 + 4}" text-anchor="middle">${text}</text>`
  )
}

const axis = (positions: readonly number[], top: number, unit: string): string[] =>
  positions.map(
    (position, i) =>
      `<text x="${LEFT - 8}" y="${top + (i + 0.5) * CELL.height + 4}" text-anchor="end">${position} ${position === 1 ? unit.slice(0, -1) : unit}</text>`,
  )

const label = (x: number, y: number, text: string): string =>
  `<text x="${x}" y="${y}" text-anchor="middle">${text}</text>`
const title = (y: number, text: string): string => `<text x="16" y="${y}" font-weight="bold">${text}</text>`
const note = (y: number, text: string): string => `<text x="16" y="${y}" fill="#555">${text}</text>`
