import { bool, i256, u256, type Val } from '../../bytecode/index.ts'
import type { Frame } from '../frame.ts'
import type { Handlers } from './family.ts'

const pushing =
  (value: Val) =>
  (frame: Frame): void =>
    frame.push(value)

const pushOperand = (frame: Frame, value: Val): void => frame.push(value)

export const constants = {
  ConstTrue: pushing(bool(true)),
  ConstFalse: pushing(bool(false)),
  I256Const0: pushing(i256(0n)),
  I256Const1: pushing(i256(1n)),
  I256Const2: pushing(i256(2n)),
  I256Const3: pushing(i256(3n)),
  I256Const4: pushing(i256(4n)),
  I256Const5: pushing(i256(5n)),
  I256ConstN1: pushing(i256(-1n)),
  U256Const0: pushing(u256(0n)),
  U256Const1: pushing(u256(1n)),
  U256Const2: pushing(u256(2n)),
  U256Const3: pushing(u256(3n)),
  U256Const4: pushing(u256(4n)),
  U256Const5: pushing(u256(5n)),
  I256Const: pushOperand,
  U256Const: pushOperand,
  BytesConst: pushOperand,
  AddressConst: pushOperand,
} satisfies Partial<Handlers>
