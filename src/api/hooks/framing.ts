import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** What is wrong, as `field` and `message` of the contract's 400. */
export type FramingFault = readonly [field: string, message: string]

/** A name or an address with a port; what a list, a path or somebody's name in it would be read as differs by server. */
const hostPattern = /^[^\s,/?#@\\]*$/

/**
 * What Node's parser lets through although two servers may read it differently: one before us might see another host, or
 * another end of the body, than we do.
 */
export function findFramingFault({ httpVersion, rawHeaders }: IncomingMessage): FramingFault | null {
  if (httpVersion !== '1.1' && httpVersion !== '1.0')
    return ['request', 'the request line must end with HTTP/1.1 or HTTP/1.0']
  const hosts = valuesOf(rawHeaders, 'host')
  if (hosts.length === 0 && httpVersion === '1.1') return ['headers.host', 'the Host header is required']
  if (hosts.length > 1) return ['headers.host', 'a request may have one Host header']
  if (hosts[0] !== undefined && !hostPattern.test(hosts[0]))
    return ['headers.host', 'the Host header must name one host']
  const codings = valuesOf(rawHeaders, 'transfer-encoding')
  if (codings.length === 0) return null
  if (httpVersion === '1.0')
    return ['headers.transfer-encoding', 'HTTP/1.0 has no Transfer-Encoding; send a Content-Length']
  if (codings.length > 1 || codings[0]?.toLowerCase() !== 'chunked')
    return ['headers.transfer-encoding', 'the only Transfer-Encoding that is read is chunked']
  return null
}

function valuesOf(rawHeaders: readonly string[], name: string): string[] {
  const values: string[] = []
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const raw = rawHeaders[i]!
    if (raw.length === name.length && raw.toLowerCase() === name) values.push(rawHeaders[i + 1]!)
  }
  return values
}

/** Stands before a handler. Behind a refused request nothing on the connection can be trusted: what follows is not looked at. */
export function guardFraming(
  handle: RequestListener,
  refuse: (fault: FramingFault, request: IncomingMessage, response: ServerResponse) => void,
): RequestListener {
  const refused = new WeakSet<Socket>()
  return (request, response) => {
    if (refused.has(request.socket)) {
      // Never sent, as the refusal before it closes the connection. But Node reads on until enough answers wait.
      response.writeHead(400, { connection: 'close' }).end()
      return
    }
    const fault = findFramingFault(request)
    if (fault === null) {
      handle(request, response)
      return
    }
    refused.add(request.socket)
    refuse(fault, request, response)
  }
}
