/** Where a build's native coin comes from. */
export const nativeSources = ['auto', 'wallet', 'collateral'] as const
export type NativeSource = (typeof nativeSources)[number]
