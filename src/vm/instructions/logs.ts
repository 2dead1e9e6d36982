import { base58, byteVec, estimatedSizeOfAll, i256, type Val } from '../../bytecode/index.ts'
import { bytesToHex, concatBytes, utf8ToBytes } from '../../kit/index.ts'
import { failures, halt } from '../failure.ts'
import type { Frame } from '../frame.ts'
import { gas } from '../gas-table.ts'
import { zeroId } from '../ids.ts'
import type { Handlers } from './family.ts'

const mainnet = 0
const debugEventIndex = i256(-3n)

const logging =
  (count: number) =>
  (frame: Frame): void => {
    frame.context.meter.charge(gas.log(count))
    frame.context.log(frame.object.id, frame.popMany(count))
  }

export const logs = {
  Log1: logging(1),
  Log2: logging(2),
  Log3: logging(3),
  Log4: logging(4),
  Log5: logging(5),
  Log6: logging(6),
  Log7: logging(7),
  Log8: logging(8),
  Log9: logging(9),
  DEBUG: (frame, parts) => {
    if (frame.context.block.networkId === mainnet) halt(failures.DebugIsNotSupportedForMainnet)
    if (parts.length === 0) halt(failures.DebugMessageIsEmpty)
    const values = frame.popMany(parts.length - 1)
    frame.context.countLogged(2 * estimatedSizeOfAll(values))
    const pieces = parts.flatMap((part, index) => {
      const value = values[index]
      return value === undefined ? [part] : [part, utf8ToBytes(debugText(value))]
    })
    frame.context.log(frame.object.id ?? zeroId, [debugEventIndex, byteVec(concatBytes(...pieces))])
  },
} satisfies Partial<Handlers>

function debugText(value: Val): string {
  switch (value.type) {
    case 'ByteVec':
      return bytesToHex(value.value)
    case 'Address':
      return base58(value.value)
    default:
      return String(value.value)
  }
}
