// Serves `/metrics` for monitoring on a separate port, in plain HTTP and without a token, on loopback by default. The
// port of the API does not serve it, so that no caller of the API can reach it by mistake.

import { createServer, type Server } from 'node:http'
import { errorMessage } from '../kit/error-message.ts'
import { metricsText } from '../kit/metrics.ts'
import { SettingError, type Settings } from './config.ts'
import { tryListening } from './listen-check.ts'
import type { MetricsCollector } from './metrics-collector.ts'

export interface MetricsServer {
  readonly url: string
  close(): void
}

const textType = 'text/plain; version=0.0.4; charset=utf-8'

/** Only a scraper connects here, so low limits are enough. */
const serverLimits = { maxHeaderSize: 16 * 1024, headersTimeout: 5000, requestTimeout: 5000, keepAliveTimeout: 5000 }

/** Null when metrics are off. */
export async function startMetricsServer(settings: Settings, collect: MetricsCollector): Promise<MetricsServer | null> {
  const { metricsHost: host, metricsPort: port } = settings
  if (port === null) return null
  const server = createServer(serverLimits, (request, response) => {
    request.resume()
    const respond = (status: number, text: string): void => {
      response.writeHead(status, { 'content-type': textType, 'cache-control': 'no-store' })
      response.end(request.method === 'HEAD' ? '' : text)
    }
    if (request.url?.split('?', 1)[0] !== '/metrics') respond(404, 'The numbers are at /metrics.\n')
    else if (request.method !== 'GET' && request.method !== 'HEAD') respond(405, 'Only GET.\n')
    else {
      collect().then(
        (families) => respond(200, metricsText(families)),
        () => respond(500, 'The numbers could not be gathered.\n'),
      )
    }
  })
  server.maxConnections = 16
  try {
    await new Promise<void>((listening, failed) => server.once('error', failed).listen({ host, port }, listening))
  } catch (error) {
    throw metricsListenError(settings, error)
  }
  // The server itself keeps the process alive, this does not.
  server.unref()
  return { url: urlOf(server, host), close: () => server.close().closeAllConnections() }
}

function urlOf(server: Server, host: string): string {
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}/metrics`
}

/** Called before anything is created, like the check of the server's own port. */
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
