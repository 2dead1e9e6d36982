/**
 * app: puts the house together.
 *
 * Owns          composition roots, the node and the contracts a process uses, telemetry.
 * Does not own  logic worth a unit test of its own: that lives in the rooms below.
 */

export { compose, type House, type Role } from './compose.ts'
export { withAuth } from './parts/open-auth.ts'
export { openStore } from './parts/open-store.ts'
export { clearLine, strongIn } from './screen.ts'
export { openTelemetry } from './telemetry/open-telemetry.ts'
export type { Telemetry } from './telemetry/telemetry.ts'
/** @public the bench takes it from dist */
export { createTelemetry } from './telemetry/telemetry.ts'
export { toDevnetControls } from './venue/devnet-controls.ts'
export { openDevnet } from './venue/open-devnet.ts'
export { type OpenNode, openNode } from './venue/open-node.ts'
