import {
  type ByteReader,
  decodeAll,
  invalid,
  isContractLock,
  readLock,
  readPublicKey,
  readTxScript,
  readUnlockScript,
  readVal,
  wrongFormat,
} from '../bytecode/index.ts'

/**
 * Whether bytes are an unsigned transaction, read in the node's order: a SerdeError says what is wrong in its words. The
 * SDK's reader gives the values but has words of its own, and takes scripts that no node takes.
 */
export function checkTxBytes(bytes: Uint8Array): void {
  decodeAll(bytes, (reader) => {
    reader.byte() // version
    reader.byte() // network
    readOptionalScript(reader)
    const gas = reader.int()
    if (gas < 0) throw invalid(`Negative gas ${gas}`)
    reader.u256() // gas price
    reader.array(() => readInput(reader))
    reader.array(() => readOutput(reader))
  })
}

function readOptionalScript(reader: ByteReader): void {
  const flag = reader.byte()
  if (flag === 1) readTxScript(reader)
  else if (flag !== 0) throw wrongFormat('expect 0 or 1 for option flag')
}

function readInput(reader: ByteReader): void {
  const hint = reader.take(4)
  reader.take(32) // key
  const isAsset = (hint[3]! & 1) === 1
  if (!isAsset) throw invalid('Expect AssetOutputRef, got ContractOutputRef')
  readUnlock(reader)
}

const publicKeyBytes = 33

function readUnlock(reader: ByteReader): void {
  const kind = reader.signedByte()
  switch (kind) {
    case 0:
    case 4:
      reader.take(publicKeyBytes)
      return
    case 1:
      reader.array(() => {
        reader.take(publicKeyBytes)
        reader.int()
      })
      return
    case 2:
      readUnlockScript(reader)
      reader.array(() => readVal(reader))
      return
    case 3:
    case 5:
      return
    case 6:
      readKeysAndIndexes(reader)
      return
    default:
      throw wrongFormat(`Invalid unlock script prefix ${kind}`)
  }
}

function readKeysAndIndexes(reader: ByteReader): void {
  const keys = reader.array(() => readPublicKey(reader)).length
  const indexes = reader.array(() => reader.int())
  if (keys === 0) throw invalid('Public keys can not be empty')
  if (indexes.length === 0) throw invalid('Public key indexes can not be empty')
  if (indexes.length > keys)
    throw invalid('Public key indexes length can not be greater than public keys length')
  const isAscending = indexes.every((index, i) => index > (indexes[i - 1] ?? -1) && index < keys)
  if (!isAscending) {
    throw invalid(
      'Public key indexes should be sorted in ascending order, each index should be in range [0, publicKeys.length)',
    )
  }
}

function readOutput(reader: ByteReader): void {
  reader.u256() // amount
  if (isContractLock(readLock(reader))) throw invalid('Expect LockupScript.Asset, but was LockupScript.P2C')
  const isNegativeTime = reader.take(8)[0]! >= 0x80
  if (isNegativeTime) throw invalid('Negative timestamp')
  reader.array(() => {
    reader.take(32) // token
    reader.u256()
  })
  reader.byteString() // additional data
}
