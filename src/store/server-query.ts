import type { Connection, Submittable } from 'pg'
import type { Row, Statement } from './database.ts'
import type { Outcome } from './driver.ts'
import { decoderFor, encodeValue } from './sql-value.ts'
import { statementName } from './statement-name.ts'

/** What of pg's connection its types leave out: the texts it has prepared, by name. */
interface Wire extends Connection {
  readonly parsedStatements: Readonly<Record<string, string | undefined>>
  sendCopyFail(message: string): void
}

interface Column {
  readonly name: string
  readonly decode: (text: string) => unknown
}

interface RowDescription {
  readonly fields: readonly { readonly name: string; readonly dataTypeID: number }[]
}

/** As pg calls it: an error, or null and the outcome. */
type Done = (error: Error | null, outcome: Outcome) => void

export const nothing: Outcome = { rows: [], count: 0 }

/** The columns of the statements a session has described, by the statement's name. */
const described = new WeakMap<Wire, Map<string, readonly Column[]>>()

function columnsOn(wire: Wire): Map<string, readonly Column[]> {
  let known = described.get(wire)
  if (known === undefined) {
    known = new Map()
    described.set(wire, known)
  }
  return known
}

/**
 * One execution of a prepared statement, in place of pg's own: that asks the server to describe the columns with each
 * execution and builds its result anew from the description. A session describes a statement once, as it parses it once;
 * should its columns change, PostgreSQL refuses to run it under the old name.
 */
export class ServerQuery implements Submittable {
  readonly name: string
  readonly text: string
  callback: Done
  /** The server has said that it is: after an error it says so later, unless the error is ours. */
  isReady = false
  declare readonly query_timeout?: number
  readonly #values: readonly (string | null)[]
  readonly #rows: Row[] = []
  #columns: readonly Column[] | null = null
  #wire: Wire | null = null
  #count = 0
  #isSent = false
  #failure: Error | null = null

  constructor(statement: Statement, answerMs: number | undefined, callback: Done) {
    this.name = statementName(statement)
    this.text = statement.sql
    this.callback = callback
    this.#values = (statement.values ?? []).map(encodeValue)
    if (answerMs !== undefined) this.query_timeout = answerMs
  }

  /**
   * Sends it while the session works on another: to pg, which asks one at a time, it is given as if it were yet to be
   * sent, at the moment that one is done. Only what the session has described already: two of a new name would both ask
   * the server to prepare it, and the second be refused.
   */
  sendAhead(connection: Connection): boolean {
    if (!this.#isSent && columnsOn(connection as Wire).has(this.name)) this.submit(connection)
    return this.#isSent
  }

  submit(connection: Connection): void {
    if (this.#isSent) return
    this.#isSent = true
    const wire = connection as Wire
    this.#wire = wire
    this.#columns = columnsOn(wire).get(this.name) ?? null
    wire.stream.cork()
    if (wire.parsedStatements[this.name] === undefined)
      wire.parse({ name: this.name, text: this.text, types: [] }, true)
    const values = this.#values as string[]
    wire.bind({ statement: this.name, values }, true)
    if (this.#columns === null) wire.describe({ type: 'P' }, true)
    wire.execute(null, true)
    wire.sync()
    wire.stream.uncork()
  }

  handleRowDescription({ fields }: RowDescription): void {
    this.#learn(fields.map(({ name, dataTypeID }) => ({ name, decode: decoderFor(dataTypeID) })))
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    if (this.#failure !== null || this.#columns === null) return
    try {
      this.#rows.push(toRow(this.#columns, fields))
    } catch (error) {
      this.#failure = error as Error
    }
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    // A statement without an answer is described by saying nothing.
    if (this.#columns === null) this.#learn([])
    this.#count = countIn(text)
  }

  handleReadyForQuery(): void {
    this.isReady = true
    this.callback(this.#failure, { rows: this.#rows, count: this.#count })
  }

  handleError(error: Error): void {
    this.callback(error, nothing)
  }

  /** These come with texts that hold no statement, or with a part of the rows: neither is asked for. */
  handleEmptyQuery(): void {}
  handlePortalSuspended(): void {}

  handleCopyInResponse(connection: Wire): void {
    connection.sendCopyFail('nothing is copied here')
  }

  handleCopyData(): void {}

  #learn(columns: readonly Column[]): void {
    this.#columns = columns
    if (this.#wire !== null) columnsOn(this.#wire).set(this.name, columns)
  }
}

function toRow(columns: readonly Column[], fields: readonly (string | null)[]): Row {
  const row: Record<string, unknown> = {}
  for (let i = 0; i < columns.length; i++) {
    const { name, decode } = columns[i]!
    const text = fields[i]!
    row[name] = text === null ? null : decode(text)
  }
  return row
}

/** The number at the end of a command tag: `SELECT 50`, `INSERT 0 1`. */
function countIn(tag: string): number {
  const count = Number(tag.slice(tag.lastIndexOf(' ') + 1))
  return Number.isNaN(count) ? 0 : count
}
