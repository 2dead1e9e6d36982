import * as Type from 'typebox'
import { tiers } from '../../domain/index.ts'
import { Address, Amount, Named, Nullable, Strict, Word } from './fields.ts'

const Token = Strict(
  { id: Type.String(), symbol: Type.String(), decimals: Type.Integer() },
  'a token of the venue; amounts are base units with so many decimals',
)
const Ms = (description: string) => Type.Integer({ minimum: 0, description })

export const Status = Named(
  'Status',
  {
    network: Strict(
      {
        id: Type.Integer({ description: '0 mainnet, 1 testnet, other devnets' }),
        name: Type.String(),
        group: Type.Integer({ minimum: 0, maximum: 3, description: 'where all contracts of the venue live' }),
        nodeUrl: Type.String({ description: 'where a client submits what it signed' }),
      },
      'the chain this venue is on',
    ),
    chain: Nullable(
      Strict(
        {
          height: Type.Integer({ minimum: 0 }),
          blockHash: Type.String(),
          blockTimestamp: Type.Integer({ description: 'Unix milliseconds' }),
        },
        'the newest block the node told of',
      ),
    ),
    index: Strict(
      {
        height: Nullable(Type.Integer({ minimum: 0 })),
        blockHash: Nullable(Type.String()),
        lagMs: Nullable(Type.Integer({ minimum: 0 })),
        ready: Type.Boolean({ description: 'reads reflect the chain closely enough' }),
      },
      'the block that reads reflect; null before the first',
    ),
    tokens: Strict({ native: Token, collateral: Token, stake: Token }, 'tokens of the venue'),
    contracts: Type.Record(Type.String(), Address('contract'), { description: 'address by name' }),
    periods: Strict(
      {
        votingMs: Ms('a voting period'),
        minTradingMs: Ms('least time between voting and the end of trading'),
        disputeMs: Ms('in which a submission can be disputed'),
        commitMs: Ms('in which votes are committed'),
        revealMs: Ms('in which they are revealed'),
        appealMs: Ms('in which a round’s result can be appealed'),
        unlockMs: Ms('between unlock and withdraw'),
      },
      'how long things take, in milliseconds',
    ),
    parameters: Strict(
      {
        feeBps: Type.Integer({ description: 'taker fee in hundredths of a percent' }),
        bond: Amount('collateral of a submission at least; 2 % of what is at stake'),
        bondMax: Amount('and at most; appeals put up two and four times a case’s bond'),
        tiers: Type.Array(
          Strict(
            {
              name: Word([...tiers.map((tier) => tier.name)], 'tier'),
              staked: Amount('from'),
              weight: Type.Integer(),
            },
            'a tier',
          ),
        ),
        maxFills: Type.Integer({ description: 'fills in one transaction at most' }),
        deposits: Strict(
          {
            entry: Amount('native, per order, position or vote entry'),
            proposal: Amount('native, per market proposed'),
          },
          'native amounts that come back when what they paid for goes',
        ),
        quorum: Strict({ weight: Type.Integer(), wallets: Type.Integer() }, 'of a voting round'),
        confirmations: Type.Integer({ minimum: 1 }),
      },
      'numbers fixed at deployment, and what counts as confirmed',
    ),
    oracle: Strict(
      {
        wholeWeight: Type.Integer({ minimum: 0, description: 'vote weight of all stakes together' }),
        quorum: Type.Integer({
          minimum: 0,
          description: 'revealed weight that a dispute opened now would need',
        }),
        canDecide: Type.Boolean({
          description:
            'false: all stakes together are below the quorum, or may belong to fewer wallets than must reveal, and a dispute ends in a void',
        }),
      },
      'whether disputes can be decided',
    ),
    maintenance: Type.Boolean({ description: 'writes are refused for now' }),
  },
  'the venue’s facts',
)

const Rates = Strict(
  { reads: Type.Integer({ minimum: 0 }), writes: Type.Integer({ minimum: 0 }) },
  'requests a minute; POST and DELETE are writes',
)

const Many = (description: string) => Type.Integer({ minimum: 1, description })

export const Limits = Named(
  'Limits',
  {
    anonymous: Rates,
    key: Rates,
    yours: Rates,
    cancels: Many('a minute for a key: cancels, cancel-all and quotes, beside its writes'),
    streams: Strict(
      {
        connections: Strict(
          {
            anonymous: Many('of an address'),
            key: Many('of all keys of a wallet together'),
            yours: Many('of this caller'),
          },
          'streams at once, on both wires together, of one replica',
        ),
        channelsMax: Many('channels of one connection'),
        messagesPerMinute: Many('what a client may say on a WebSocket'),
        queueBytesMax: Many('what may wait for one live reader; beyond it, it catches up again'),
      },
      'limits of the feed',
    ),
    pageSizeMax: Type.Integer(),
    searchSizeMax: Type.Integer(),
    queryLengthMax: Type.Integer(),
    cursorLengthMax: Type.Integer(),
  },
  'how much a caller may ask for; yours are those of the key in use, or of an address without one',
)
