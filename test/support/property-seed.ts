import fc from 'fast-check'

/** One seed for every property of a run, so that a run repeats itself; `PROPERTY_SEED` looks elsewhere. */
const usualSeed = 20_261_115

fc.configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? usualSeed) })
