/**
 * Where a local variable is visible. Scopes belong to the statement that opens them, so that checking and code generation,
 * which walk the program one after the other, find the same ones.
 */
export class Scope {
  readonly id: number
  readonly parent: Scope | undefined
  readonly opener: object | undefined
  readonly #children = new Map<object, Scope>()
  readonly #ids: { next: number }

  constructor(parent?: Scope, opener?: object) {
    this.parent = parent
    this.opener = opener
    this.#ids = parent === undefined ? { next: 0 } : parent.#ids
    this.id = this.#ids.next++
  }

  child(opener: object): Scope {
    let scope = this.#children.get(opener)
    if (scope === undefined) {
      scope = new Scope(this, opener)
      this.#children.set(opener, scope)
    }
    return scope
  }

  /** What opened the scopes from the function's root to this one. */
  path(): object[] {
    return this.parent === undefined ? [] : [...this.parent.path(), this.opener!]
  }
}
