import { createClient } from 'sibyl/client'

/** The service that sent this page. Reads need no key. */
export const api = createClient({ url: location.origin })
