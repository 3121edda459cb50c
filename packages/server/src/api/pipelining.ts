// Reads requests over HTTP/1 one by one: each waits for a slot before it is parsed. Node parses all that has arrived,
// and a client that does not wait for responses sends hundreds of requests at once, which would all be kept in memory
// (T-86). Under overload the newest of them is answered and the older ones are rejected unparsed. This file replaces
// Node's reading of the connections; what happens in each is in http1-connection.ts. HTTP/2 is not for it.
import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { type TLSSocket, Server as TlsServer } from 'node:tls'
import { Http1Connection, type PipeliningOptions } from './http1-connection.ts'

/**
 * Node's HTTP server has listeners that stop reading at once when its socket is paused. It removes them when somebody
 * else reads the socket too; then a paused socket would still read 64 KB.
 */
function replaceReader(socket: Socket, parse: (bytes: Buffer) => void, receive: (bytes: Buffer) => void): void {
  const before = (['pause', 'resume'] as const).map((event) => ({ event, listeners: socket.listeners(event) }))
  socket.on('data', receive)
  socket.off('data', parse)
  for (const { event, listeners } of before) {
    const kept = socket.listeners(event)
    for (const listener of listeners) if (!kept.includes(listener)) socket.on(event, listener as () => void)
  }
}

interface NodeConnections {
  idle(): readonly { readonly socket: Socket }[]
}

/** The connections whose parser has no beginning of a request. Node has a list of them, which no function gives. */
function idleSockets(server: Server): ReadonlySet<Socket> {
  const key = Object.getOwnPropertySymbols(server).find(({ description }) => description === 'http.server.connections')
  const list = key === undefined ? undefined : (Reflect.get(server, key) as NodeConnections | undefined)
  return new Set(list?.idle().map(({ socket }) => socket))
}

/**
 * Reads the requests of a server one by one. The returned function must be called with each request; it returns true if
 * the request has a slot.
 */
export function readOneByOne(
  server: Server,
  options: PipeliningOptions,
): (socket: Socket, response: ServerResponse) => boolean {
  const connections = new Map<Socket, Http1Connection>()
  const event = server instanceof TlsServer ? 'secureConnection' : 'connection'
  server.on(event, (socket: Socket | TLSSocket) => {
    if ('alpnProtocol' in socket && socket.alpnProtocol === 'h2') return
    const [parse] = socket.listeners('data') as ((bytes: Buffer) => void)[]
    if (parse === undefined) throw new Error('the connection has no parser')
    const connection = new Http1Connection(socket, parse, options)
    connections.set(socket, connection)
    socket.once('close', () => {
      connections.delete(socket)
      // Node closes the other responses first.
      setImmediate(() => connection.end())
    })
    replaceReader(socket, parse, (bytes) => connection.receive(bytes))
    socket.on('resume', () => connection.resume())
  })
  // Node waits for the first request since the connection began, and does not see those that are rejected unparsed. An
  // error would be read as the response to the next request, so the connection is closed without one.
  const report = server.listeners('clientError')
  server.removeAllListeners('clientError')
  server.on('clientError', (error: Error & { code?: string }, socket: Socket) => {
    const isUnknown = connections.get(socket)?.isUnknownToNode === true
    if (isUnknown && error.code === 'ERR_HTTP_REQUEST_TIMEOUT') socket.destroy()
    else for (const listener of report) listener.call(server, error, socket)
  })
  // For Node a connection is idle although its next request waits for a slot.
  server.closeIdleConnections = () => {
    const idleForNode = idleSockets(server)
    for (const [socket, connection] of connections) {
      if (connection.isIdle(idleForNode.has(socket))) socket.destroy()
    }
  }
  return (socket, response) => connections.get(socket)?.beginRequest(response) ?? false
}
