/**
 * config: what an operator may set, read once from the environment.
 *
 * Owns          the table of settings, the sentences about what is wrong with them, the folders and files they name.
 * Does not own  what any of them does.
 */

export { type Config, ConfigError, readConfig, settings } from './config.ts'
export { makeFolder } from './make-folder.ts'
export { writePrivateFile } from './private-file.ts'
export { publicUrlOf, urlAt } from './public-url.ts'
export { version } from './version.ts'
