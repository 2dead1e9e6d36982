import type { Config } from './config.ts'

/** Where clients reach the service: PUBLIC_URL, otherwise HOST and PORT, of a free port where it listens. */
export function publicUrlOf(config: Config, listeningUrl: string | null = null): string {
  if (config.publicUrl !== null) return config.publicUrl
  if (config.port !== 0) return urlAt(config.host, config.port)
  return listeningUrl ?? `http://${hostInUrl(config.host)}`
}

export const urlAt = (host: string, port: number): string => `http://${hostInUrl(host)}:${port}`

const hostInUrl = (host: string): string => (host.includes(':') ? `[${host}]` : host)
