import * as Type from 'typebox'
import {
  keyTypes,
  nativeSources,
  outcomes,
  proposalBounds,
  QUOTE_CANCELS_MAX,
  QUOTE_ORDERS_MAX,
  sides,
  timesInForce,
} from '../../domain/index.ts'
import { GAS_MAX, GAS_MIN } from '../../kit/index.ts'
import { Address, Amount, Bytes32, Hex, INTEGER_MAX, Named, Word } from './fields.ts'

/** The answer of every build. */
export const BuildTx = Named(
  'BuildTx',
  {
    unsignedTx: Type.String({
      description: 'hex; sign it with the wallet’s helper for unsigned transactions',
    }),
    txId: Type.String({ description: 'the id the signed transaction will have' }),
    fromGroup: Type.Integer({ minimum: 0, maximum: 3 }),
    toGroup: Type.Integer({ minimum: 0, maximum: 3 }),
    gasAmount: Type.Integer({ minimum: GAS_MIN, maximum: GAS_MAX }),
    gasPrice: Amount('native base units per gas'),
    collateralRequired: Amount('what the transaction locks of the collateral or stake token'),
    attoNativeAmount: Amount(
      'native amount attached (deposits and dust, the unused part comes back) and the fee',
    ),
    tokens: Type.Array(
      Type.Object(
        { id: Type.String({ description: 'token id' }), amount: Amount('base units') },
        { additionalProperties: false },
      ),
      { description: 'tokens locked by the transaction' },
    ),
  },
  'an unsigned transaction',
)

const IsoTime = (description: string) =>
  Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d{3})?Z$', description })

/** Fields of every build body. */
const signerFields = {
  signerAddress: Address('the wallet that will sign; of the venue’s group, or groupless'),
  signerPublicKey: Hex('its public key', 33),
  signerKeyType: Type.Optional(
    Word(keyTypes, 'the type under which the key yields the address; found out when absent'),
  ),
  clientRef: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 64,
      description:
        'keeps the answer for 24 hours, its inclusion notwithstanding; another one is another build',
    }),
  ),
  nativeFrom: Type.Optional(
    Word(
      nativeSources,
      'where the native coin comes from: auto is the wallet when it has enough, else bought out of collateral',
    ),
  ),
  maxSwap: Type.Optional(
    Amount('collateral that buying the native coin may cost; the price now plus 3 % unless said otherwise'),
  ),
}

export const SignerBody = Named('SignerRequest', signerFields, 'who will sign')

export const PlaceOrderBody = Named(
  'PlaceOrderRequest',
  {
    ...signerFields,
    side: Word(sides, 'buy or sell'),
    outcome: Word(outcomes, 'shares of which outcome'),
    price: Type.Integer({
      minimum: 1,
      maximum: 999,
      description: 'thousandths; the worst for a market order',
    }),
    quantity: Amount('shares, base units, more than 0'),
    referer: Type.Optional(Address('who gets a tenth of the fee; never the signer')),
    timeInForce: Type.Optional(
      Word(
        timesInForce,
        'gtc unless said otherwise; a market order is ioc or fok, ioc unless said otherwise',
      ),
    ),
    type: Type.Optional(Word(['limit', 'market'], 'limit unless said otherwise')),
    expiresAt: Type.Optional(IsoTime('when a gtd order, or a post-only one that has it, ends by itself')),
  },
  'an order',
)

const QuotedOrder = Named(
  'QuotedOrder',
  {
    side: Word(sides, 'buy or sell'),
    outcome: Word(outcomes, 'shares of which outcome'),
    price: Type.Integer({ minimum: 1, maximum: 999, description: 'thousandths' }),
    quantity: Amount('shares, base units, more than 0'),
    expiresAt: Type.Optional(IsoTime('when it ends by itself')),
  },
  'an order that rests or is skipped',
)

export const QuoteBody = Named(
  'QuoteRequest',
  {
    ...signerFields,
    cancel: Type.Optional(
      Type.Union([
        Type.Literal('all'),
        Type.Array(Type.Integer({ minimum: 1, maximum: 4_294_967_295 }), { maxItems: QUOTE_CANCELS_MAX }),
      ]),
    ),
    orders: Type.Array(QuotedOrder, { minItems: 1, maxItems: QUOTE_ORDERS_MAX }),
  },
  'orders to cancel and orders to rest',
)

export const PairsBody = Named(
  'PairsRequest',
  { ...signerFields, quantity: Amount('pairs of shares, base units, more than 0') },
  'so many pairs',
)

export const AmountBody = Named(
  'AmountRequest',
  { ...signerFields, amount: Amount('stake tokens, base units, more than 0') },
  'an amount of stake tokens',
)

const marketAddress = Address('the market’s contract')
const voteRound = Type.Optional(
  Type.Integer({ minimum: 1, maximum: 4_294_967_295, description: 'refused when another round is running' }),
)

export const SubmitBody = Named(
  'OracleSubmitRequest',
  { ...signerFields, marketAddress, outcome: Word(outcomes, 'how it turned out') },
  'an outcome',
)

export const DisputeBody = Named('OracleDisputeRequest', { ...signerFields, marketAddress }, 'a dispute')

export const CommitBody = Named(
  'OracleCommitRequest',
  {
    ...signerFields,
    marketAddress,
    commitHash: Bytes32(
      'keccak256(market contract id ‖ round, 4 bytes big-endian ‖ voter’s lockup script ‖ choice, 1 byte ‖ salt)',
    ),
    voteRound,
  },
  'a vote nobody can read yet',
)

export const RevealBody = Named(
  'OracleRevealRequest',
  {
    ...signerFields,
    marketAddress,
    voterAddress: Address('whose vote; need not be the signer'),
    vote: Type.Enum([1, 2, 3], { type: 'integer', description: '1 yes, 2 no, 3 too early' }),
    salt: Bytes32('the salt of the commit'),
    voteRound,
  },
  'a vote opened',
)

export const VoteBody = Named(
  'VoteRequest',
  {
    ...signerFields,
    proposalId: Type.Integer({ minimum: 1, maximum: INTEGER_MAX, description: 'which proposal' }),
  },
  'support for a proposal',
)

const Text = (bytesMax: number, description: string) =>
  Type.String({
    minLength: 1,
    maxLength: bytesMax,
    description: `${description}; at most ${bytesMax} bytes of UTF-8`,
  })

const ImageUrl = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: proposalBounds.imageUrl,
    pattern: '^https://',
    description: `https, at most ${proposalBounds.imageUrl} bytes; never fetched`,
  }),
)

const Metadata = (bytesMax: number) =>
  Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), {
      description: `free JSON object of at most ${bytesMax} bytes; tags and endsAt are fields of the body`,
    }),
  )

const proposalFields = {
  category: Text(proposalBounds.category, 'category'),
  endsAt: IsoTime('when trading ends'),
  rules: Type.Optional(Text(proposalBounds.rules, 'rules of resolution')),
  resolutionSources: Type.Optional(Text(proposalBounds.resolutionSources, 'where the outcome will be seen')),
  tags: Type.Optional(Type.Array(Text(proposalBounds.tag, 'a tag'), { maxItems: proposalBounds.tagCount })),
}

export const ProposeSingleBody = Named(
  'ProposeSingleRequest',
  {
    ...signerFields,
    ...proposalFields,
    question: Text(proposalBounds.question, 'the question'),
    imageUrl: ImageUrl,
    metadata: Metadata(proposalBounds.metadata),
  },
  'a proposal of one market',
)

export const ProposeLinkedBody = Named(
  'ProposeLinkedRequest',
  {
    ...signerFields,
    ...proposalFields,
    masterQuestion: Text(proposalBounds.question, 'the question all legs share'),
    masterImageUrl: ImageUrl,
    legs: Type.Array(
      Type.Object(
        {
          question: Text(proposalBounds.question, 'the leg’s question'),
          imageUrl: ImageUrl,
          metadata: Metadata(proposalBounds.legMetadata),
        },
        { additionalProperties: false },
      ),
      { minItems: proposalBounds.legCountMin, maxItems: proposalBounds.legCountMax },
    ),
  },
  'a proposal of one event with a market per leg',
)

export const OfferParlayBody = Named(
  'OfferParlayRequest',
  {
    ...signerFields,
    amount: Amount('the maker’s stake in collateral, more than 0'),
    combinedOdds: Type.String({
      pattern: '^[1-9][0-9]{0,9}$',
      description: 'thousandths as digits, 1001 to 50000: 5000 is 5×',
    }),
    legs: Type.Array(
      Type.Object(
        { marketAddress, outcome: Word(outcomes, 'what must come true') },
        { additionalProperties: false },
      ),
      { minItems: 2, maxItems: 5 },
    ),
    expiresAt: Type.Optional(IsoTime('until when it may be taken; the earliest end of a leg when absent')),
  },
  'an offer that every leg comes true',
)
