import type { ApiKey } from '../domain/index.ts'
import type { Access } from '../wire/index.ts'

/** What travels with a request between hooks and handler. */
export interface Admitted {
  key: ApiKey | null
  /** The address that holds a place for it; null while it is not work in hand. */
  place: string | null
  /** Its answer is out, or nobody waits for it any more. */
  over: boolean
}

declare module 'fastify' {
  interface FastifyRequest {
    admitted: Admitted
  }
  interface FastifyContextConfig {
    access?: Access
    /** The path as the contract writes it. */
    path?: string
    /** Takes orders away: counted apart from other writes. */
    budget?: 'cancel' | undefined
    /** Answers while the service stops or drowns: /health, /ready, /metrics. */
    probe?: boolean
  }
}
