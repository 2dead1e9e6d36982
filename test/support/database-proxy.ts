import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts'

/** A proxy before a PostgreSQL server, and the address that leads through it. */
export async function startDatabaseProxy(url: string): Promise<{ proxy: TcpProxy; url: string }> {
  const target = new URL(url)
  const proxy = await startTcpProxy({ host: target.hostname, port: Number(target.port || 5432) })
  const through = new URL(url)
  through.hostname = '127.0.0.1'
  through.port = String(proxy.port)
  return { proxy, url: through.href }
}
