import { codec } from '@alephium/web3'

/** The bytecode of a transaction's script whose one method does this with what the inputs bring. */
export function encodeScript(instrs: codec.Instr[]): Uint8Array {
  return codec.script.scriptCodec.encode({
    methods: [
      {
        isPublic: true,
        usePreapprovedAssets: true,
        useContractAssets: false,
        usePayToContractOnly: false,
        argsLength: 0,
        localsLength: 0,
        returnLength: 0,
        instrs,
      },
    ],
  })
}
