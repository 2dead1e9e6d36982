import autocannon from 'autocannon'

/**
 * Readers in a process of their own, for whoever needs its event loop for something else. The first message says whom to
 * ask, on how many connections, for which paths in turn; the next one stops them, and is answered with how it went.
 */
process.once('message', ({ url, connections, paths }) => {
  let at = 0
  const requests = [{ setupRequest: (request) => ({ ...request, path: paths[at++ % paths.length] }) }]
  const reading = autocannon({ url, connections, requests, duration: 3_600 }, (error, result) => {
    if (error) throw error
    process.send?.({ perSecond: result.requests.average, failed: result.non2xx + result.errors })
    process.disconnect()
  })
  process.once('message', () => reading.stop())
})
