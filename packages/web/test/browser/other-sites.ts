// Servers of other origins for the threat tests. They answer every path with an empty page, which the test fills. One
// differs only in its port, so that the browser sends our cookie (same site, other origin); one also in its name.
import { readFileSync } from 'node:fs'
import { createServer as createHttp, type RequestListener, type Server } from 'node:http'
import { createServer as createHttps } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after } from 'node:test'
import type { TestApp } from './test-app.ts'

const emptyPage: RequestListener = (_request, response) => {
  response.setHeader('content-type', 'text/html; charset=utf-8')
  response.end('<!doctype html><title>Somebody else</title><body></body>')
}

const listen = (server: Server): Promise<number> =>
  new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)))

export interface OtherSites {
  /** Starts the servers and returns their URLs, each with its relation to ours. */
  readonly open: () => Promise<readonly { readonly kind: string; readonly url: string }[]>
}

/** Call it at the top of a file. The servers are closed after its last test. */
export function otherSites(app: TestApp): OtherSites {
  const servers: Server[] = []
  after(() => {
    for (const server of servers) {
      server.close()
      server.closeAllConnections()
    }
  })
  return {
    open: async () => {
      const read = (name: string): Buffer => readFileSync(join(app.server.data, name))
      const neighbour = createHttps({ cert: read('cert.pem'), key: read('key.pem') }, emptyPage)
      const stranger = createHttp(emptyPage)
      servers.push(neighbour, stranger)
      return [
        { kind: 'same site', url: `https://127.0.0.1:${await listen(neighbour)}/` },
        { kind: 'cross site', url: `http://localhost:${await listen(stranger)}/` },
      ]
    },
  }
}
