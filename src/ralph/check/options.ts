/** What the compile routes take besides the source. */
export interface CompilerOptions {
  readonly ignoreUnusedConstantsWarnings?: boolean
  readonly ignoreUnusedVariablesWarnings?: boolean
  readonly ignoreUnusedFieldsWarnings?: boolean
  readonly ignoreUnusedPrivateFunctionsWarnings?: boolean
  readonly ignoreUpdateFieldsCheckWarnings?: boolean
  readonly ignoreCheckExternalCallerWarnings?: boolean
  readonly ignoreUnusedFunctionReturnWarnings?: boolean
  readonly skipAbstractContractCheck?: boolean
  readonly skipTests?: boolean
}
