/** Trouble on order: the next answers of a route come late, not at all, with another status, or as garbage. */
export interface Fault {
  /** A route as the node writes it, `GET /addresses/{address}/utxos`, a path prefix such as `/transactions`, or `*`. */
  readonly route: string
  readonly kind: 'delay' | 'drop' | 'status' | 'garbage'
  readonly count: number
  readonly delayMs?: number
  readonly status?: number
}

export interface Faults {
  add(fault: Fault): void
  /** Takes one use of the first fault that applies. */
  take(method: string, path: string): Fault | undefined
}

export function createFaults(): Faults {
  let pending: { fault: Fault; left: number }[] = []
  return {
    add(fault) {
      pending.push({ fault, left: fault.count })
    },
    take(method, path) {
      const found = pending.find(({ fault }) => applies(fault.route, method, path))
      if (found === undefined) return undefined
      found.left -= 1
      pending = pending.filter(({ left }) => left > 0)
      return found.fault
    },
  }
}

function applies(route: string, method: string, path: string): boolean {
  if (route === '*') return true
  const [first = '', second] = route.split(' ')
  if (second !== undefined && first !== method) return false
  const pattern = (second ?? first).split('/').slice(1)
  const segments = path.split('/').slice(1)
  return pattern.every((part, index) => part.startsWith('{') || part === segments[index])
}
