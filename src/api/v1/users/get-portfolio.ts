import { listPortfolio, type PortfolioSums, sumPortfolio } from '../../../store/index.ts'
import { operations } from '../../../wire/index.ts'
import { answerList } from '../../reads/list-answer.ts'
import { filteredMarket } from '../../reads/market-filter.ts'
import { readList } from '../../reads/read.ts'
import { rowWallet } from '../../reads/wallet.ts'
import { defineRoute } from '../../route.ts'

export const getPortfolio = defineRoute(
  operations.getPortfolio,
  readList(async (request, parts) => {
    const { open } = request.query
    const marketId = await filteredMarket(request.query, parts)
    const user = rowWallet(request.params.address, parts)
    return parts.database.together((reader) =>
      answerList(request, parts, {
        name: 'positions',
        filters: { marketId, open },
        list: (page) => listPortfolio(reader, { user, open: open ?? null, marketId }, page),
        more: async () => ({ total: toPortfolio(await sumPortfolio(reader, user)) }),
      }),
    )
  }),
)

function toPortfolio(sums: PortfolioSums) {
  const { spent, received, fees, cost, value, locked, parlaySpent, parlayReceived, parlayValue, ...apart } =
    sums
  const paid = BigInt(received) - BigInt(spent) - BigInt(fees)
  return {
    spent,
    received,
    fees,
    cost,
    value,
    realisedPnl: String(paid + BigInt(cost)),
    unrealisedPnl: String(BigInt(value) - BigInt(cost)),
    pnl: String(paid + BigInt(value)),
    lockedCollateral: locked,
    parlays: {
      spent: parlaySpent,
      received: parlayReceived,
      value: parlayValue,
      pnl: String(BigInt(parlayReceived) - BigInt(parlaySpent) + BigInt(parlayValue)),
    },
    apart,
  }
}
