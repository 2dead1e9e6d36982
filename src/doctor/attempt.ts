import { printable } from '../kit/index.ts'
import { type CheckName, type Finding, failed } from './finding.ts'

/** What a check dies of is its own finding: whoever is asked may answer anything, and the other checks are still worth knowing. */
export async function attempt(
  check: CheckName,
  remedy: string,
  look: () => Promise<Finding>,
): Promise<Finding> {
  try {
    return await look()
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return failed(check, `cannot be looked at: ${printable(reason)}`, remedy)
  }
}
