/** Why a port could not be opened, in words that name the setting. */
export function listenSentence(
  code: string | undefined,
  { host, port }: { readonly host: string; readonly port: number },
): string {
  if (code === 'EADDRINUSE')
    return `PORT ${port} is taken on ${host}: stop what uses it, or set PORT to another (0 picks a free one)`
  if (code === 'EACCES') return `PORT ${port} may not be opened by this user: set PORT to one above 1023`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `HOST ${host} is not an address of this machine`
  return `the service could not listen on HOST ${host}, PORT ${port} (${code ?? 'unknown'})`
}
