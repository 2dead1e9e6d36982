import type { Market } from 'sibyl/client'

type Asked = Pick<Market, 'masterQuestion' | 'question'>

/** A leg of an event says nothing without the event's question. */
export const questionOf = ({ masterQuestion, question }: Asked): string =>
  masterQuestion === null ? question : `${masterQuestion} ${question}`

/** The same of the market with this address, and `otherwise` if it is not among these. */
export function questionAt(
  markets: readonly (Asked & Pick<Market, 'marketAddress'>)[],
  address: string | null,
  otherwise: string,
): string {
  const market = markets.find(({ marketAddress }) => marketAddress === address)
  return market === undefined ? otherwise : questionOf(market)
}
