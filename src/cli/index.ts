/**
 * cli: the command `sibyl`, for those who run a venue and those who use one.
 *
 * Owns          the commands, their help, what they print, the life of the process.
 * Does not own  anything a program could not call as well: that lives in the rooms below.
 */

export { commandRows } from './command.ts'
export { main } from './main.ts'
export { createMaker, type MadeMarket } from './maker/create-maker.ts'
