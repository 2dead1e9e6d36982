import type { TestSpecification, Vitest } from 'vitest/node'

/** What suites say of a source: all passed, one did not, one did not come to its end in time, or one said nothing. */
type Verdict = 'passed' | 'failed' | 'timed out' | 'silent'
/** What they say of a mistake: a suite that is as red without it has not caught it. */
export type VerdictOnMistake = Verdict | 'red anyway'

/** A run that an earlier one's end has cancelled says nothing, and is made again. */
const runsMax = 3
/** What vitest throws of itself meanwhile. */
const ofCancelling = /^Cancelled$|pool is cancelling/

/** What a busy machine may take longer for one suite than it took before the mistake. */
const graceMs = 60_000

/** Asks suites one after another, the quickest first, until one has failed. */
export function createAsker(vitest: Vitest) {
  const tookMs = new Map<string, number>()
  /** So many tests of a suite pass on the sources as they are. */
  const passedOf = new Map<string, number>()
  const graceOf = (spec: TestSpecification): number => graceMs + 3 * (tookMs.get(spec.moduleId) ?? 240_000)

  async function runOnce(spec: TestSpecification): Promise<Verdict> {
    let isLate = false
    const watchdog = setTimeout(() => {
      isLate = true
      // Asked once it waits for the suite, asked twice it ends the thread: an endless loop hears nothing.
      for (const _ of [1, 2]) void vitest.cancelCurrentRun('test-failure')
    }, graceOf(spec))
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications([spec])
    clearTimeout(watchdog)
    if (isLate) return 'timed out'
    // It answers with all modules that ever ran.
    const own = testModules.filter(({ moduleId }) => moduleId === spec.moduleId)
    const isFailed = own.some(
      (module) => module.state() === 'failed' || [...module.children.allTests('failed')].length > 0,
    )
    const errors = unhandledErrors.filter((error) => !ofCancelling.test(String((error as Error).message)))
    if (isFailed || errors.length > 0) return 'failed'
    if (own.length === 0 || own.some((module) => module.state() !== 'passed')) return 'silent'
    // A module has passed also when its last tests were left out.
    const passed = own.flatMap((module) => [...module.children.allTests('passed')]).length
    const wanted = passedOf.get(spec.moduleId) ?? passed
    passedOf.set(spec.moduleId, wanted)
    return passed >= wanted ? 'passed' : 'silent'
  }

  async function run(spec: TestSpecification): Promise<Verdict> {
    for (let runs = 0; runs < runsMax; runs++) {
      const verdict = await runOnce(spec)
      if (verdict !== 'silent') return verdict
    }
    return 'silent'
  }

  /** The first suite in which not all is well, and what it says. */
  async function firstNotPassed(specs: readonly TestSpecification[]) {
    const quickestFirst = [...specs].sort((a, b) => graceOf(a) - graceOf(b))
    for (const spec of quickestFirst) {
      const verdict = await run(spec)
      if (verdict !== 'passed') return { spec, verdict }
    }
    return null
  }

  return {
    /** Runs suites on the sources as they are: those that are red, and those that have nothing to say here. */
    async tryOut(specs: readonly TestSpecification[]) {
      const red: string[] = []
      const silent: string[] = []
      for (const spec of specs) {
        const begunAt = performance.now()
        const verdict = await run(spec)
        tookMs.set(spec.moduleId, performance.now() - begunAt)
        if (verdict === 'silent') silent.push(spec.moduleId)
        else if (verdict !== 'passed') red.push(spec.moduleId)
      }
      return { red, silent }
    },

    /** Asks about a mistake that `plant` makes and `undo` takes back. A lost database fails every suite, so a red one is asked again. */
    async ask(
      specs: readonly TestSpecification[],
      plant: () => void,
      undo: () => void,
    ): Promise<VerdictOnMistake> {
      plant()
      const found = await firstNotPassed(specs)
      undo()
      if (found === null) return 'passed'
      if (found.verdict === 'silent') return 'silent'
      return (await run(found.spec)) === 'passed' ? found.verdict : 'red anyway'
    },
  }
}
