import { expect, test } from 'vitest'
import { codec } from '../alephium/index.ts'
import { bytesToHex, hexToBytes } from '../kit/index.ts'
import { type Deployment, deployScript } from './deploy-script.ts'

const deployer = `00${'11'.repeat(32)}`
const receiver = `00${'22'.repeat(32)}`
const [A, B] = ['aa', 'bb'].map((byte) => byte.repeat(32)) as [string, string]
const deployment: Deployment = {
  ...{ code: '0a0b', immFields: '01', mutFields: '02' },
  ...{ deployer, alph: 10n ** 17n, tokens: [] },
}

/** What the script does, instruction by instruction. */
function instructionsOf(changes: Partial<Deployment>): string[] {
  const script = codec.script.scriptCodec.decode(hexToBytes(deployScript({ ...deployment, ...changes })))
  return script.methods[0]!.instrs.map((instr) => {
    if (instr.name === 'AddressConst') {
      const lock = bytesToHex(codec.lockupScript.lockupScriptCodec.encode(instr.value))
      return lock === deployer ? 'deployer' : lock === receiver ? 'receiver' : lock
    }
    if (instr.name === 'BytesConst') return bytesToHex(instr.value)
    return instr.name === 'U256Const' ? String(instr.value) : instr.name
  })
}
const pushed = ['0a0b', '01', '02']

test('default: the deposit is approved, the contract made of code and fields, its id dropped', () => {
  expect(instructionsOf({})).toEqual([
    ...['deployer', '100000000000000000', 'ApproveAlph'],
    ...[...pushed, 'CreateContract', 'Pop'],
  ])
})

test('behavior: tokens are approved of the same deployer; small numbers have instructions of their own', () => {
  const tokens = [
    { id: A, amount: 5n },
    { id: B, amount: 6n },
  ]
  expect(instructionsOf({ alph: 0n, tokens })).toEqual([
    ...['deployer', 'Dup', 'Dup', 'U256Const0', 'ApproveAlph'],
    ...[A, 'U256Const5', 'ApproveToken', B, '6', 'ApproveToken'],
    ...[...pushed, 'CreateContract', 'Pop'],
  ])
})

test('behavior: what it issues stays in the contract, or goes to somebody with the dust it needs', () => {
  expect(instructionsOf({ issue: { amount: 9n } }).slice(3)).toEqual([
    ...[...pushed, '9', 'CreateContractWithToken', 'Pop'],
  ])
  expect(instructionsOf({ issue: { amount: 9n, to: receiver } }).slice(3)).toEqual([
    ...[...pushed, '9', 'receiver', 'CreateContractAndTransferToken', 'Pop'],
    ...['deployer', 'receiver', '1000000000000000', 'TransferAlph'],
  ])
})
