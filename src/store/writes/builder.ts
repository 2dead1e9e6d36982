/** What only `builder` may write: stored builds. */
export { type BuildEnd, endBuild } from '../statements/builds/end-build.ts'
export { insertBuild, type NewBuild } from '../statements/builds/insert-build.ts'
export { markBuildSeen } from '../statements/builds/mark-build-seen.ts'
export { purgeBuilds } from '../statements/builds/purge-builds.ts'
