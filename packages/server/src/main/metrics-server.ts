// Where the operator's monitoring reads the numbers: `/metrics` on a port of its own, in plain HTTP and without a token, on
// loopback unless told otherwise. The API's port does not know of it, so no caller of the API can reach it by mistake.
import { createServer, type Server } from 'node:http'
import { metricsText } from '../kit/metrics.ts'
import { SettingError, type Settings } from './config.ts'
import { errorMessage, tryListening } from './listen-check.ts'
import type { MetricsCollector } from './metrics-collector.ts'

export interface MetricsServer {
  readonly url: string
  close(): void
}

const textType = 'text/plain; version=0.0.4; charset=utf-8'

/** Nobody but a scraper comes here, so little of each is enough. */
const serverLimits = { maxHeaderSize: 16 * 1024, headersTimeout: 5000, requestTimeout: 5000, keepAliveTimeout: 5000 }

/** Null when metrics are off. */
export async function startMetricsServer(settings: Settings, gather: MetricsCollector): Promise<MetricsServer | null> {
  const { metricsHost: host, metricsPort: port } = settings
  if (port === null) return null
  const server = createServer(serverLimits, (request, response) => {
    request.resume()
    const answer = (status: number, text: string): void => {
      response.writeHead(status, { 'content-type': textType, 'cache-control': 'no-store' })
      response.end(request.method === 'HEAD' ? '' : text)
    }
    if (request.url?.split('?', 1)[0] !== '/metrics') answer(404, 'The numbers are at /metrics.\n')
    else if (request.method !== 'GET' && request.method !== 'HEAD') answer(405, 'Only GET.\n')
    else {
      gather().then(
        (families) => answer(200, metricsText(families)),
        () => answer(500, 'The numbers could not be gathered.\n'),
      )
    }
  })
  server.maxConnections = 16
  try {
    await new Promise<void>((listening, failed) => server.once('error', failed).listen({ host, port }, listening))
  } catch (error) {
    throw metricsListenError(settings, error)
  }
  // The server's own work keeps the process alive, this does not.
  server.unref()
  return { url: urlOf(server, host), close: () => server.close().closeAllConnections() }
}

function urlOf(server: Server, host: string): string {
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}/metrics`
}

/** Before anything is made, like the server's own port. */
export async function checkMetricsPort(settings: Settings): Promise<void> {
  const { metricsHost: host, metricsPort: port } = settings
  if (port === null) return
  await tryListening(host, port).catch((error: unknown) => {
    throw metricsListenError(settings, error)
  })
}

const metricsListenError = ({ metricsHost, metricsPort }: Settings, error: unknown): SettingError =>
  new SettingError(
    `STINT_METRICS_PORT (--metrics-port): ${metricsHost}:${metricsPort} cannot be listened on: ${errorMessage(error)}.`,
  )
