import type { NodeProvider, SignerProvider } from '../alephium/index.ts'
import { askingNode } from './node-error.ts'
import { trust } from './verify/untrusted.ts'
import type { VerifiedBuild } from './verify/verify-build.ts'

/**
 * Signs a build that was checked and gives it to a node. Any signer of the SDK works, groupless ones too. The signed
 * transaction's id is the build's, so whoever holds the build can watch for it.
 */
export async function signAndSubmit(
  { unsignedTx, txId, request }: VerifiedBuild,
  { signer, node }: { readonly signer: SignerProvider; readonly node: NodeProvider },
): Promise<{ readonly txId: string }> {
  const { address, keyType } = await signer.getSelectedAccount()
  const isSigner = request.signerAddress.split(':')[0] === address.split(':')[0]
  trust(isSigner, 'signerAddress', 'the build is for another wallet')
  const signed = await signer.signUnsignedTx({ signerAddress: address, signerKeyType: keyType, unsignedTx })
  trust(signed.txId === txId, 'txId', 'the wallet signed something else')
  await askingNode('the node did not take the transaction', () =>
    node.transactions.postTransactionsSubmit({ unsignedTx, signature: signed.signature }),
  )
  return { txId }
}
