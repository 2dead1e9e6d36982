/**
 * alephium: the SDK behind a fence.
 *
 * Owns          which parts of @alephium/web3 the house uses: addresses and ids, codecs, hashing and signing, the
 *               interfaces of signers and nodes.
 * Does not own  how a node is asked: that is chain, which holds the SDK's provider.
 */

export {
  addressFromContractId,
  addressFromLockupScript,
  addressFromPublicKey,
  addressToBytes,
  addressWithoutExplicitGroupIndex,
  bs58,
  codec,
  contractIdFromAddress,
  encodeContractFields,
  type Fields,
  groupOfAddress,
  hasExplicitGroupIndex,
  hashMessage,
  isAssetAddress,
  isContractAddress,
  isGrouplessAddress,
  isValidAddress,
  type KeyType,
  NodeProvider,
  publicKeyFromPrivateKey,
  type SignerProvider,
  sign,
  subContractId,
  verifySignature,
} from '@alephium/web3'

export { encodeScript } from './encode-script.ts'
