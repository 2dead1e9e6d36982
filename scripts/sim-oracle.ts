import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import {
  type AttackName,
  type AttackReport,
  attackNames,
  openTown,
  POSITION_FITS,
  playAttack,
  playVoidPut,
  type Town,
  VOTING_WALLETS,
} from '../test/simulation/oracle-attacks.ts'
import { drawMaps } from './sim-oracle/draw-maps.ts'

/**
 * `npm run sim -- oracle [--honest 11] [--turnout 0.5] [--position 50] [--bribe 20] [--stake-price 0.01] [--map]`: what
 * each attack on the oracle costs and brings, played with the real contracts. `--map` plays them for many shares of
 * honest voters and many positions, and draws docs/images/oracle-attacks.svg.
 */
const { values } = parseArgs({
  options: {
    honest: { type: 'string', default: '11' },
    turnout: { type: 'string', default: '0.5' },
    position: { type: 'string', default: '50' },
    bribe: { type: 'string', default: '20' },
    silent: { type: 'string', default: '0' },
    'stake-price': { type: 'string', default: '0.01' },
    seed: { type: 'string', default: 'oracle' },
    map: { type: 'boolean', default: false },
  },
})
const turnout = Number(values.turnout)
const stakePrice = Number(values['stake-price'])

if (values.map) await drawMap()
else await printTable(Number(values.honest))

async function printTable(honest: number): Promise<void> {
  const town = await openTown(values.seed, { honest, turnout })
  console.log(
    `${honest} of ${VOTING_WALLETS} voting wallets honest, turnout ${turnout}, position ${values.position} bonds, ` +
      `bribe ${values.bribe}, stake token ${stakePrice}; amounts in units of collateral`,
  )
  console.log(row(['attack', 'outcome', 'gain', 'cost', 'net', 'rounds', 'days', 'honest voter']))
  for (const name of attackNames) {
    const report = await play(town, name, Number(values.position), Number(values.bribe))
    console.log(row([name, report.outcome, ...numbers(report)]))
  }
  console.log(
    '\nVoters who weigh 59 together all say the truth, twice; 4,900 shares of the lie, bought for 49:',
  )
  console.log(row(['a void put', 'outcome', 'yes pays', 'net', 'treasury']))
  for (const washPrice of [990, 500]) {
    const { outcome, closing, net, treasury } = await playVoidPut(values.seed, washPrice)
    console.log(
      row([`one share at ${washPrice}`, outcome, String(closing), net.toFixed(2), treasury.toFixed(2)]),
    )
  }
}

function play(town: Town, name: AttackName, position: number, bribe = 0): Promise<AttackReport> {
  return playAttack(town, { name, position, bribe, stakePrice, silent: Number(values.silent) })
}

function numbers({ gain, cost, net, rounds, days, honestEarned }: AttackReport): string[] {
  const amounts = [gain, cost, net].map((amount) => amount.toFixed(2))
  return [...amounts, String(rounds), days.toFixed(1), honestEarned.toFixed(2)]
}

function row(cells: readonly string[]): string {
  return cells.map((cell, i) => (i < 2 ? cell.padEnd(i === 0 ? 18 : 8) : cell.padStart(12))).join('')
}

async function drawMap(): Promise<void> {
  const positions = [1, 10, 25, 50, 100, 400]
  const shares = [6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]
  const attacks = attackNames.filter((name) => name !== 'bribes')
  const capture: { share: number; position: number; net: number; best: string }[] = []
  for (const honest of shares) {
    const town = await openTown(`${values.seed} ${honest}`, { honest, turnout })
    for (const position of positions) {
      let best = { net: Number.NEGATIVE_INFINITY, name: '' }
      for (const name of attacks) {
        const { net, bond } = await play(town, name, position)
        if (net / bond > best.net) best = { net: net / bond, name }
      }
      capture.push({ share: honest / VOTING_WALLETS, position, net: best.net, best: best.name })
    }
    console.log(`honest ${honest} of ${VOTING_WALLETS}: done`)
  }
  const honest = 14
  const bribery: { bribe: number; position: number; net: number }[] = []
  const town = await openTown(`${values.seed} bribes`, { honest, turnout })
  /** Of what ten slashes are worth. */
  for (const percent of [10, 20, 30, 40, 60, 80, 100])
    for (const position of positions) {
      const bribe = (percent / 100) * 10_000 * stakePrice
      const { net, bond } = await play(town, 'bribes', position, bribe)
      bribery.push({ bribe: percent, position, net: net / bond })
    }
  const path = fileURLToPath(new URL('../docs/images/oracle-attacks.svg', import.meta.url))
  writeFileSync(path, drawMaps({ capture, bribery, honest: honest / VOTING_WALLETS, turnout, stakePrice }))
  const paying = capture.filter(
    ({ share, position, net }) => share > 0.5 && position <= POSITION_FITS && net > 0,
  )
  console.log(
    `${capture.length * attacks.length + bribery.length} attacks; with honest voters above half, up to ` +
      `${POSITION_FITS} bonds, ${paying.length} cells where lying pays`,
  )
  if (paying.length > 0) process.exit(1)
}
