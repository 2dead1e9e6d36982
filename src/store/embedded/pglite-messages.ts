/** What passes between the house and the thread of the embedded database. */
export interface WorkerStart {
  /** Where the data is. */
  readonly folder: string
}

export type WorkerRequest =
  | {
      readonly kind: 'run'
      readonly id: number
      /** The prepared statement's name; empty for one that is planned anew each time. */
      readonly name: string
      readonly sql: string
      readonly values: readonly (string | null)[]
    }
  | { readonly kind: 'script'; readonly id: number; readonly sql: string; readonly forgetPlans: boolean }
  | { readonly kind: 'close'; readonly id: number }

export type WorkerReply =
  | { readonly kind: 'open' }
  | { readonly kind: 'not-open'; readonly message: string }
  | {
      readonly kind: 'done'
      readonly id: number
      readonly fields: readonly { readonly name: string; readonly oid: number }[]
      readonly rows: readonly (readonly (string | null)[])[]
      /** As PostgreSQL words it: `INSERT 0 1`, `SELECT 5`, `COMMIT`. */
      readonly tag: string
    }
  /** `code` is the SQLSTATE when the statement failed and the database lives on; null when the database is lost. */
  | { readonly kind: 'failed'; readonly id: number; readonly code: string | null; readonly message: string }
