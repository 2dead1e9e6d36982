/** Who calls whom, by the keys of functions. */
export class CallGraph {
  readonly internal = new Map<string, Set<string>>()
  /** Of other contracts, with the type's name before the function's. */
  readonly external = new Map<string, Set<string>>()
  readonly interfaceCallers = new Set<string>()

  addInternal(caller: string, callee: string): void {
    addTo(this.internal, caller, callee)
  }

  addExternal(caller: string, callee: string): void {
    addTo(this.external, caller, callee)
  }
}

function addTo(calls: Map<string, Set<string>>, caller: string, callee: string): void {
  const known = calls.get(caller)
  if (known === undefined) calls.set(caller, new Set([callee]))
  else known.add(callee)
}
