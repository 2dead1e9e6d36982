import type { Client } from 'sibyl/client'
import { api } from './api.ts'
import { connection } from './wallet.ts'

/** For reads: with this visit's key once there is one, since its limits are wider than a stranger's. */
export const reader = (): Client => connection.peek()?.client ?? api
