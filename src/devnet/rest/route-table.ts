import type { Handler } from './request.ts'
import * as addresses from './routes/addresses.ts'
import * as blockflow from './routes/blockflow.ts'
import * as script from './routes/build-script.ts'
import * as transfer from './routes/build-transfer.ts'
import { postCompileContract, postCompileProject, postCompileScript } from './routes/compile.ts'
import * as contracts from './routes/contracts.ts'
import * as events from './routes/events.ts'
import * as infos from './routes/infos.ts'
import * as mempool from './routes/mempool.ts'
import * as miners from './routes/miners.ts'
import * as multisig from './routes/multisig.ts'
import * as transactions from './routes/transactions.ts'
import * as utils from './routes/utils.ts'
import * as wallets from './routes/wallets.ts'

/** Every route of the node the devnet answers; peers it has none, so lists of them are empty. */
export const routeTable: readonly (readonly [route: string, handler: Handler])[] = [
  ['GET /infos/version', infos.getVersion],
  ['GET /infos/node', infos.getNode],
  ['GET /infos/chain-params', infos.getChainParams],
  ['GET /infos/self-clique', infos.getSelfClique],
  ['GET /infos/inter-clique-peer-info', infos.getNothing],
  ['GET /infos/discovered-neighbors', infos.getNothing],
  ['GET /infos/misbehaviors', infos.getNothing],
  ['GET /infos/unreachable', infos.getNothing],
  ['GET /infos/current-difficulty', infos.getDifficulty],
  ['GET /infos/current-hashrate', infos.getHashRate],
  ['GET /infos/history-hashrate', infos.getHashRate],

  ['GET /addresses/{address}/balance', addresses.getBalance],
  ['GET /addresses/{address}/utxos', addresses.getUtxos],
  ['GET /addresses/{address}/group', addresses.getGroup],

  ['GET /blockflow/blocks', blockflow.listBlocks],
  ['GET /blockflow/blocks-with-events', blockflow.listBlocksWithEvents],
  ['GET /blockflow/rich-blocks', blockflow.listRichBlocks],
  ['GET /blockflow/blocks/{block_hash}', blockflow.getBlock],
  ['GET /blockflow/blocks-with-events/{block_hash}', blockflow.getBlockWithEvents],
  ['GET /blockflow/rich-blocks/{block_hash}', blockflow.getRichBlock],
  ['GET /blockflow/raw-blocks/{block_hash}', blockflow.getRawBlock],
  ['GET /blockflow/main-chain-block-by-ghost-uncle/{ghost_uncle_hash}', blockflow.getByGhostUncle],
  ['GET /blockflow/headers/{block_hash}', blockflow.getHeader],
  ['GET /blockflow/is-block-in-main-chain', blockflow.isInMainChain],
  ['GET /blockflow/hashes', blockflow.getHashes],
  ['GET /blockflow/chain-info', blockflow.getChainInfo],

  ['POST /transactions/build', transfer.postBuild],
  ['POST /transactions/build-transfer-from-one-to-many-groups', transfer.postOneToMany],
  ['POST /transactions/build-multi-addresses', transfer.postMultiAddresses],
  ['POST /transactions/sweep-address/build', transfer.postSweep],
  ['POST /transactions/build-chained', script.postChained],
  ['POST /transactions/submit', transactions.postSubmit],
  ['POST /transactions/decode-unsigned-tx', transactions.postDecode],
  ['GET /transactions/details/{txId}', transactions.getDetails],
  ['GET /transactions/rich-details/{txId}', transactions.getRichDetails],
  ['GET /transactions/raw/{txId}', transactions.getRaw],
  ['GET /transactions/status', transactions.getStatus],
  ['GET /transactions/tx-id-from-outputref', transactions.getTxIdFromOutput],

  ['GET /mempool/transactions', mempool.listPool],
  ['DELETE /mempool/transactions', mempool.clearPool],
  ['PUT /mempool/transactions/rebroadcast', mempool.rebroadcast],
  ['PUT /mempool/transactions/validate', mempool.validatePool],

  ['POST /contracts/unsigned-tx/execute-script', script.postExecuteScript],
  ['POST /contracts/unsigned-tx/deploy-contract', script.postDeploy],
  ['POST /contracts/compile-script', postCompileScript],
  ['POST /contracts/compile-contract', postCompileContract],
  ['POST /contracts/compile-project', postCompileProject],
  ['POST /contracts/test-contract', contracts.postTestContract],
  ['POST /contracts/call-contract', contracts.postCallContract],
  ['POST /contracts/multicall-contract', contracts.postMulticall],
  ['POST /contracts/call-tx-script', contracts.postCallTxScript],
  ['GET /contracts/{address}/state', contracts.getContractState],
  ['GET /contracts/{codeHash}/code', contracts.getContractCode],
  ['GET /contracts/{address}/parent', contracts.getParent],
  ['GET /contracts/{address}/sub-contracts', contracts.getSubContracts],
  ['GET /contracts/{address}/sub-contracts/current-count', contracts.getSubContractCount],

  ['GET /events/contract/{contractAddress}', events.getContractEvents],
  ['GET /events/contract/{contractAddress}/current-count', events.getEventCount],
  ['GET /events/tx-id/{txId}', events.getEventsByTx],
  ['GET /events/block-hash/{blockHash}', events.getEventsByBlock],

  ['POST /multisig/address', multisig.postAddress],
  ['POST /multisig/build', multisig.postBuild],
  ['POST /multisig/sweep', multisig.postSweep],
  ['POST /multisig/submit', transactions.postMultisigSubmit],

  ['POST /miners/cpu-mining', miners.postMining],
  ['POST /miners/cpu-mining/mine-one-block', miners.mineOneBlock],
  ['GET /miners/addresses', miners.getMinerAddresses],
  ['PUT /miners/addresses', miners.putMinerAddresses],

  ['POST /wallets', wallets.create],
  ['PUT /wallets', wallets.restore],
  ['GET /wallets', wallets.list],
  ['GET /wallets/{wallet_name}', wallets.getStatus],
  ['DELETE /wallets/{wallet_name}', wallets.remove],
  ['POST /wallets/{wallet_name}/lock', wallets.lock],
  ['POST /wallets/{wallet_name}/unlock', wallets.unlock],
  ['GET /wallets/{wallet_name}/balances', wallets.getBalances],
  ['POST /wallets/{wallet_name}/transfer', wallets.transfer],
  ['POST /wallets/{wallet_name}/sign', wallets.signData],
  ['POST /wallets/{wallet_name}/sweep-active-address', wallets.sweepActive],
  ['POST /wallets/{wallet_name}/sweep-all-addresses', wallets.sweepAll],
  ['GET /wallets/{wallet_name}/addresses', wallets.getAddresses],
  ['GET /wallets/{wallet_name}/addresses/{address}', wallets.getAddress],
  ['POST /wallets/{wallet_name}/derive-next-address', wallets.deriveNext],
  ['POST /wallets/{wallet_name}/change-active-address', wallets.changeActive],
  ['POST /wallets/{wallet_name}/reveal-mnemonic', wallets.revealMnemonic],
  ['GET /wallets/{wallet_name}/miner-addresses', wallets.getMinerAddresses],
  ['POST /wallets/{wallet_name}/derive-next-miner-addresses', wallets.deriveNextMiners],

  ['POST /utils/verify-signature', utils.postVerifySignature],
  ['POST /utils/target-to-hashrate', utils.postTargetToHashrate],
  ['PUT /utils/check-hash-indexing', () => undefined],
]
