/**
 * app: puts the house together and runs it.
 *
 * Owns          composition roots, configuration, telemetry, demo data, the command line.
 * Does not own  logic worth a unit test of its own: that lives in the rooms below.
 */

export { type Config, ConfigError, readConfig, settings } from './config.ts'
export { type DemoWallet, demoWallet } from './demo/demo-cast.ts'
export { type MadeDemo, makeDemo } from './demo/make-demo.ts'
export type { DemoProgress } from './demo/play-demo.ts'
export { startTrickle, type Trickle, type TrickleParts } from './demo/trickle.ts'
export {
  type Deployer,
  DeploymentRefused,
  type DeploymentStorage,
  type DeployOptions,
  type DeployProgress,
  deployVenue,
} from './deploy/deploy-venue.ts'
export { examine } from './doctor/examine.ts'
export type { CheckName, Finding } from './doctor/finding.ts'
export { createTelemetry } from './telemetry/telemetry.ts'
