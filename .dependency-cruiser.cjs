const { rooms, keys, pureRooms } = require('./scripts/rooms.cjs')

const names = Object.keys(rooms)
const test = '\\.test\\.ts$'

const doors = names.map((room) => ({
  name: `doors-of-${room}`,
  comment: `${room} may import: ${rooms[room].imports.join(', ') || 'nothing'}`,
  severity: 'error',
  from: { path: `^src/${room}/`, pathNot: test },
  to: {
    path: '^src/',
    pathNot: [
      `^src/${room}/`,
      ...rooms[room].imports.map((other) => `^src/${other}/index\\.ts$`),
      // One writer per table: what a room may write is behind a door of its own.
      ...(rooms[room].imports.includes('store') ? [`^src/store/writes/${room}\\.ts$`] : []),
    ],
  },
}))

const heldPackages = keys.flatMap((key) => key.packages)

const packages = keys.map((key) => ({
  name: `key-to-${key.packages[0]}`,
  comment: `${key.packages.join(', ')}: only ${key.rooms.join(', ')}`,
  severity: 'error',
  from: { path: '^src/', pathNot: [test, ...key.rooms.map((room) => `^src/${room}/`)] },
  to: { path: key.packages.map((name) => `node_modules/${name}(/|$)`) },
}))

/** dependency-cruiser reads this file: the rooms of scripts/rooms.cjs as rules. */
module.exports = {
  forbidden: [
    ...doors,
    ...packages,
    {
      name: 'no-unlisted-package',
      comment: 'a package must have a row in scripts/rooms.cjs',
      severity: 'error',
      from: { path: '^src/', pathNot: test },
      to: { path: 'node_modules/', pathNot: heldPackages.map((name) => `node_modules/${name}(/|$)`) },
    },
    {
      name: 'tests-enter-by-the-door',
      severity: 'error',
      from: { path: '^(test|bench|examples)/' },
      to: {
        path: '^src/[^/]+/',
        pathNot: ['^src/[^/]+/index\\.ts$', '^src/index\\.ts$', '^src/store/writes/'],
      },
    },
    {
      name: 'scripts-enter-by-the-door',
      comment:
        "but for the parts of the demo's venue, which generators put together with a clock that stands still",
      severity: 'error',
      from: { path: '^scripts/' },
      to: {
        path: '^src/[^/]+/',
        pathNot: ['^src/[^/]+/index\\.ts$', '^src/index\\.ts$', '^src/(app|demo)/'],
      },
    },
    {
      name: 'console-knows-only-the-doors',
      comment:
        'the console is a caller like others: what it needs of src it gets as sibyl/client and sibyl/ralph',
      severity: 'error',
      from: { path: '^console/' },
      to: { path: '^(src|test|scripts)/', pathNot: '^src/(client|ralph)/index\\.ts$' },
    },
    {
      name: 'tests-beside-the-source-stay-inside',
      severity: 'error',
      from: { path: '^src/([^/]+)/.*\\.test\\.ts$' },
      to: { path: '^src/', pathNot: ['^src/$1/', '^src/[^/]+/index\\.ts$', '^src/store/writes/'] },
    },
    {
      name: 'pure-rooms-do-no-io',
      severity: 'error',
      from: { path: `^src/(${pureRooms.join('|')})/`, pathNot: test },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'src-stands-alone',
      severity: 'error',
      from: { path: '^src/', pathNot: test },
      to: { path: '^(test|scripts|bench|console|examples)/' },
    },
    {
      name: 'the-package-enters-by-the-door',
      severity: 'error',
      from: { path: '^src/[^/]+$' },
      to: { path: '^src/[^/]+/', pathNot: '^src/[^/]+/index\\.ts$' },
    },
    {
      name: 'nothing-enters-by-what-was-built',
      comment: 'dist has the same files under other names, for benches to measure and packages to carry',
      severity: 'error',
      from: { path: '^(src|test|scripts|console)/', pathNot: '^scripts/packages/' },
      to: { path: '^((\\.\\./)*dist/|sibyl$)' },
    },
    { name: 'no-circular', severity: 'error', from: { path: '^(src|console)/' }, to: { circular: true } },
  ],
  options: {
    doNotFollow: { path: '(^|/)node_modules/|^dist/' },
    exclude: { path: '^artifacts/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
}
