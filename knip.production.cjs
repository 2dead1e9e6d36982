const base = require('./knip.json')

/**
 * Knip without tests: what nothing but tests uses is dead. Doors are left out, because tests of the whole enter by them;
 * what they show must have a user in its own file or in another that is no test.
 */
module.exports = {
  ...base,
  project: [...base.project, '!src/**/*.test.ts!'],
  ignoreIssues: { 'src/*/index.ts': ['exports', 'types'] },
}
