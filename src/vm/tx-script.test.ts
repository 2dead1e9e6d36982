import { addressFromPublicKey } from '@alephium/web3'
import { schnorr } from '@noble/curves/secp256k1.js'
import { describe, expect, test } from 'vitest'
import { at, bob, bytes, contractId, method, no, op, u, yes } from '../../test/support/vm-program.ts'
import {
  encodeMethods,
  hashHex,
  type Instruction,
  lockOfAddress,
  type Method,
  u256,
  type Val,
} from '../bytecode/index.ts'
import { bytesToHex, hexToBytes } from '../kit/index.ts'
import { createFixtureWorld } from './fixture-world.ts'
import type { ObservedStep } from './observer.ts'
import {
  chargeTxScript,
  contractCalledBy,
  decodeTxScript,
  runTxScript,
  runUnlockScript,
  unlockScriptGas,
} from './tx-script.ts'

const txId = '99'.repeat(32)
const block = {
  networkId: 4,
  group: 0,
  timestampMs: 1_700_000_000_000,
  target: Uint8Array.of(3, 0, 1, 0),
  blockHash: '00'.repeat(32),
}
const tx = { txId, inputs: [], fixedOutputs: [], gasPrice: 1n, gasAmount: 20_000, signatures: [] }
const gas = 10_000

const scriptOf = (...methods: Method[]) => {
  const decoded = decodeTxScript(encodeMethods(methods))
  if (!decoded.ok) throw new Error(decoded.text)
  return decoded.script
}
const runScript = (
  instructions: readonly Instruction[],
  more: Partial<Parameters<typeof runTxScript>[0]> = {},
) =>
  runTxScript({
    world: createFixtureWorld(),
    block,
    tx,
    script: scriptOf(method(instructions)),
    gas,
    ...more,
  })

describe('runUnlockScript', () => {
  const secret = new Uint8Array(32).fill(3)
  const key = schnorr.getPublicKey(secret)
  const script = encodeMethods([
    method([op('TxId'), bytes(bytesToHex(key)), op('GetSegregatedSignature'), op('VerifyBIP340Schnorr')]),
  ])
  const signature = schnorr.sign(hexToBytes(txId), secret)
  const unlock = (
    signatures: readonly Uint8Array[],
    more: { mode?: 'mockup'; params?: readonly Val[] } = {},
  ) => runUnlockScript({ block, tx: { ...tx, signatures }, script, params: [], gas, ...more })

  test('default: opens what a Schnorr wallet of the SDK locks', () => {
    expect(lockOfAddress(addressFromPublicKey(bytesToHex(key), 'bip340-schnorr'))).toEqual({
      lock: `02${hashHex(script)}`,
    })
    expect(unlock([signature])).toEqual({ ok: true, gasRemaining: gas - 2008, signaturesLeft: 0 })
    expect(unlockScriptGas(script.length)).toBe(script.length + 200 + 30 + 6 * Math.ceil(script.length / 8))
  })
  test('behavior: takes the last signature and leaves the others', () => {
    const other = new Uint8Array(64)
    expect(unlock([other, signature])).toMatchObject({ ok: true, signaturesLeft: 1 })
    expect(unlock([signature, other])).toMatchObject({ ok: false, failure: { name: 'InvalidSignature' } })
  })
  test('behavior: before anybody has signed, any signature will do', () => {
    expect(unlock([new Uint8Array(64)], { mode: 'mockup' })).toMatchObject({
      ok: true,
      gasRemaining: gas - 2008,
    })
  })
  test('error: a missing signature, a surplus parameter, stateful or damaged code', () => {
    expect(unlock([])).toMatchObject({ ok: false, failure: { name: 'StackUnderflow' } })
    expect(unlock([signature], { params: [u256(1n)] })).toMatchObject({
      ok: false,
      failure: { name: 'InvalidMethodArgLength' },
    })
    for (const bad of [encodeMethods([method([op('SelfAddress')])]), Uint8Array.of(1), new Uint8Array(0)]) {
      expect(runUnlockScript({ block, tx, script: bad, params: [], gas }).ok).toBe(false)
    }
  })
})

describe('decodeTxScript', () => {
  test('default: knows whether the script takes assets', () => {
    expect(scriptOf(method([])).isPayable).toBe(false)
    expect(scriptOf(method([], { usesPreapprovedAssets: true })).isPayable).toBe(true)
  })
  test('error: as the node says it', () => {
    const text = (hex: string) => {
      const decoded = decodeTxScript(hexToBytes(hex))
      return decoded.ok ? undefined : decoded.text
    }
    expect(text('')).toBe('Too few bytes: expected 1, got 0')
    expect(text('00')).toBe('Invalid TxScript')
    expect(text('01000000000000')).toBe('Invalid TxScript')
    expect(text('0101000000000100')).toBe('Too few bytes: expected 1, got 0')
    expect(text('01010000000001ff')).toBe('Instruction - invalid code -1')
    expect(text('0101000000000000')).toBe('Too many bytes: expected 7, got 8')
  })
})

describe('runTxScript', () => {
  test('default: costs its size before it runs', () => expect(chargeTxScript(50)).toBe(250))
  test('error: a script returns nothing and uses every signature', () => {
    expect(
      runTxScript({
        world: createFixtureWorld(),
        block,
        tx,
        script: scriptOf(method([yes], { returnLength: 1 })),
        gas,
      }),
    ).toMatchObject({
      failure: { text: 'Main function should not have return value' },
    })
    const signed = { tx: { ...tx, signatures: [new Uint8Array(64)] } }
    expect(runScript([], signed)).toMatchObject({ failure: { text: '1 signature(s) remain unused' } })
    expect(runScript([], { ...signed, mode: 'mockup' }).ok).toBe(true)
  })
  test('error: the last unit of gas', () => {
    expect(runScript([yes, op('Assert')], { gas: 5 })).toMatchObject({ ok: true, gasRemaining: 0 })
    expect(runScript([yes, op('Assert')], { gas: 4 })).toMatchObject({
      ok: false,
      failure: { name: 'OutOfGas' },
    })
  })
  test('behavior: an observer sees every instruction and changes nothing', () => {
    const steps: ObservedStep[] = []
    const observer = { step: (step: ObservedStep) => steps.push(step) }
    const program = [u(1n), u(2n), op('U256Add'), op('Pop'), no, op('Pop'), op('Return')]
    expect(runScript(program, { observer }).gasRemaining).toBe(runScript(program).gasRemaining)
    expect(steps.map(({ instruction }) => instruction.name)).toEqual(program.map(({ name }) => name))
    expect(steps[2]?.stack).toEqual([u256(1n), u256(2n)])
  })
})

describe('contractCalledBy', () => {
  test('default: the id right before the first external call', () => {
    const call = [u(0n), u(0n), bytes(contractId), op('CallExternal', 0)]
    expect(contractCalledBy(scriptOf(method([bytes('00'.repeat(32)), at(bob), ...call])))).toBe(contractId)
    expect(contractCalledBy(scriptOf(method([]), method(call)))).toBe(contractId)
    expect(
      contractCalledBy(scriptOf(method([bytes(contractId), at(bob), op('CallExternal', 0)]))),
    ).toBeUndefined()
  })
})
