import { type TSchema, Type } from 'typebox'

/**
 * What we read of a node's answers. An answer is foreign input: everything is checked before a value of it goes
 * further. Fields we do not use are not listed and not looked at, so newer nodes may add some.
 */
const Digits = Type.String({ pattern: '^(0|[1-9][0-9]{0,77})$' })
const SignedDigits = Type.String({ pattern: '^-?(0|[1-9][0-9]{0,77})$' })
const Hex = Type.String({ pattern: '^([0-9a-f]{2})*$' })
const Hash = Type.String({ pattern: '^[0-9a-f]{64}$' })
/** Of any length: a multisig address holds the hash of every key. */
const Address = Type.String({ pattern: '^[1-9A-HJ-NP-Za-km-z]+(:[0-3])?$' })
const Count = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })
/** A 64-bit number: the node puts it in quotes once a double does not hold it. */
const Long = Type.Union([Type.Integer({ minimum: 0 }), Type.String({ pattern: '^[1-9][0-9]{0,18}$' })])
const Hint = Type.Integer({ minimum: -2_147_483_648, maximum: 2_147_483_647 })
/** An output holds a few; one that claims more is not read. */
const Tokens = Type.Array(Type.Object({ id: Hash, amount: Digits }), { maxItems: 1_024 })

const Value = Type.Cyclic(
  {
    Value: Type.Union([
      Type.Object({ type: Type.Literal('Bool'), value: Type.Boolean() }),
      Type.Object({ type: Type.Literal('U256'), value: Digits }),
      Type.Object({ type: Type.Literal('I256'), value: SignedDigits }),
      Type.Object({ type: Type.Literal('ByteVec'), value: Hex }),
      Type.Object({ type: Type.Literal('Address'), value: Address }),
      Type.Object({ type: Type.Literal('Array'), value: Type.Array(Type.Ref('Value')) }),
    ]),
  },
  'Value',
)

const Ref = Type.Object({ hint: Hint, key: Hash })

const Unsigned = Type.Object({
  txId: Hash,
  scriptOpt: Type.Optional(Hex),
  gasAmount: Count,
  gasPrice: Digits,
  inputs: Type.Array(Type.Object({ outputRef: Ref })),
})

export const TransactionReply = Type.Object({ unsigned: Unsigned, scriptExecutionOk: Type.Boolean() })

export const EventReply = Type.Object({
  txId: Hash,
  contractAddress: Address,
  eventIndex: Type.Integer({ minimum: -128, maximum: 127 }),
  fields: Type.Array(Value),
})

export const ChainParamsReply = Type.Object({ networkId: Count, groups: Count })
export const VersionReply = Type.Object({ version: Type.String({ maxLength: 64 }) })
export const SelfCliqueReply = Type.Object({ synced: Type.Boolean() })
export const ChainInfoReply = Type.Object({ currentHeight: Count })
export const HeaderReply = Type.Object({ hash: Hash, height: Count, timestamp: Count })
export const HashesReply = Type.Object({ headers: Type.Array(Hash) })
export const BooleanReply = Type.Boolean()

/** A block without its lists, which are cut out of it. */
export const BlockReply = Type.Object({
  block: Type.Object({
    hash: Hash,
    timestamp: Count,
    chainFrom: Count,
    chainTo: Count,
    height: Count,
    deps: Type.Array(Hash),
  }),
})

export const BlockTransactionReply = Type.Object({
  unsigned: Type.Object({ txId: Hash, scriptOpt: Type.Optional(Type.String()) }),
  scriptExecutionOk: Type.Boolean(),
})

export const CoinReply = Type.Object({
  ref: Ref,
  amount: Digits,
  tokens: Type.Optional(Tokens),
  lockTime: Type.Optional(Long),
})

const Assets = Type.Object({ attoAlphAmount: Digits, tokens: Type.Optional(Tokens) })

export const ContractStateReply = Type.Object({
  address: Address,
  codeHash: Hash,
  immFields: Type.Array(Value),
  mutFields: Type.Array(Value),
  asset: Assets,
})

const RunSucceeded = {
  returns: Type.Array(Value),
  gasUsed: Count,
  events: Type.Array(
    Type.Object({ contractAddress: Address, eventIndex: Type.Integer(), fields: Type.Array(Value) }),
  ),
} satisfies Record<string, TSchema>

export const ScriptRunReply = Type.Object(RunSucceeded)

export const CallReply = Type.Union([
  Type.Object({ type: Type.Literal('CallContractSucceeded'), ...RunSucceeded }),
  Type.Object({ type: Type.Literal('CallContractFailed'), error: Type.String() }),
])

export const ScriptBuildReply = Type.Object({
  unsignedTx: Hex,
  txId: Hash,
  gasAmount: Count,
  gasPrice: Digits,
})
export const SubmitReply = Type.Object({ txId: Hash })

const Included = {
  blockHash: Hash,
  txIndex: Count,
  chainConfirmations: Count,
}

export const StatusReply = Type.Union([
  Type.Object({ type: Type.Literal('Confirmed'), ...Included }),
  Type.Object({ type: Type.Literal('Conflicted'), ...Included }),
  Type.Object({ type: Type.Literal('MemPooled') }),
  Type.Object({ type: Type.Literal('TxNotFound') }),
])
