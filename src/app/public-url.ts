import type { Config } from './config.ts'

/** Where clients reach the service, unless PUBLIC_URL says otherwise. */
export function publicUrlOf(config: Config): string {
  if (config.publicUrl !== null) return config.publicUrl
  return config.port === 0 ? `http://${hostInUrl(config.host)}` : urlAt(config.host, config.port)
}

export const urlAt = (host: string, port: number): string => `http://${hostInUrl(host)}:${port}`

const hostInUrl = (host: string): string => (host.includes(':') ? `[${host}]` : host)
