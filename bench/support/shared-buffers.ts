import { totalmem } from 'node:os'

/** A quarter of the machine's memory, as PostgreSQL's manual advises: a server of a test's size reads everything anew. */
export const SHARED_BUFFERS_MB = Math.floor(totalmem() / 4 / 2 ** 20)
