// Serves the built web application at /app/. Files under assets/ have a hash of their content in their name, so
// browsers cache them. Every other path is the page itself, which reads its address. The policy of the page allows
// only its own scripts and the styles named in each response (T-53).
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { IncomingHttpHeaders } from 'node:http'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { chooseEncoding } from '../../kit/accept-encoding.ts'
import { errorCode } from '../../kit/error-message.ts'
import { rejectPlainHttp } from '../plain-http.ts'
import { pathWithoutQuery } from '../request-path.ts'
import type { ServerOptions } from '../server-options.ts'

const builtFolder = fileURLToPath(new URL('../../../web/', import.meta.url))

const contentTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.woff2': 'font/woff2',
}

const pagePolicy = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    "font-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    // Ours, the cleaner's, and the editor's, which gets what the cleaner left.
    'trusted-types stint dompurify ProseMirrorClipboard',
  ].join('; ')

/** A script may be a worker, which has the policy of its own response and not that of the page. */
const scriptPolicy = "default-src 'none'; script-src 'self'; connect-src 'self'; frame-ancestors 'none'"

/** Plain names only: no path out of the folder and no hidden file (T-41). */
const filePathPattern = /^(?:[A-Za-z0-9_-][A-Za-z0-9._-]*\/)*[A-Za-z0-9_-][A-Za-z0-9._-]*\.[a-z0-9]+$/

/** Null when there is no such file. */
const readIfExists = (path: string): Promise<Buffer | null> =>
  readFile(path).catch((error: unknown) => {
    if (['ENOENT', 'ENOTDIR', 'EISDIR'].includes(errorCode(error))) return null
    throw error
  })

const encodings = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const

async function sendFile(request: FastifyRequest, reply: FastifyReply, path: string, name: string): Promise<boolean> {
  const type = contentTypes[extname(name)]
  const plain = type === undefined ? null : await readIfExists(path)
  if (plain === null) return false
  const accepted = request.headers['accept-encoding']
  let body = plain
  for (const [encoding, ending] of encodings) {
    const packed = chooseEncoding(accepted, [encoding]) !== null ? await readIfExists(`${path}${ending}`) : null
    if (packed === null) continue
    reply.header('content-encoding', encoding)
    body = packed
    break
  }
  reply.headers({
    'content-type': type,
    'cache-control': name.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
    vary: 'accept-encoding',
    'content-length': body.length,
    ...(type?.startsWith('text/javascript') ? { 'content-security-policy': scriptPolicy } : {}),
  })
  reply.send(request.method === 'HEAD' ? '' : body)
  return true
}

async function sendPage(request: FastifyRequest, reply: FastifyReply, folder: string): Promise<FastifyReply> {
  const page = await readIfExists(join(folder, 'index.html'))
  if (page === null) {
    reply.code(503).header('content-type', 'text/plain; charset=utf-8')
    return reply.send('The web application has not been built; npm start builds it.\n')
  }
  const nonce = randomBytes(18).toString('base64url')
  const body = page.toString('utf8').replaceAll('__NONCE__', nonce)
  reply.headers({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': pagePolicy(nonce),
    'cross-origin-opener-policy': 'same-origin',
    // The page of a public invoice must not be found by searching for it.
    'x-robots-tag': 'noindex',
    'content-length': Buffer.byteLength(body),
  })
  return reply.send(request.method === 'HEAD' ? '' : body)
}

/** True for a browser that asks for a page, false for a program. */
export const wantsHtml = ({ headers }: { readonly headers: IncomingHttpHeaders }): boolean =>
  /\btext\/html\b/i.test(headers.accept ?? '')

export function addWebAppRoutes(app: FastifyInstance, options: ServerOptions): void {
  const folder = options.webFolder ?? builtFolder
  const methods = ['GET', 'HEAD']
  app.route({ method: methods, url: '/app', handler: (_request, reply) => reply.redirect('/app/', 302) })
  app.route({
    method: methods,
    url: '/app/*',
    handler: async (request, reply) => {
      rejectPlainHttp(request, options)
      const name = pathWithoutQuery(request.url).slice('/app/'.length)
      if (filePathPattern.test(name) && (await sendFile(request, reply, join(folder, name), name))) return reply
      if (!name.startsWith('assets/')) return sendPage(request, reply, folder)
      // A page loaded before an update asks for an old file. With this response it can reload itself.
      return reply.code(404).header('content-type', 'text/plain; charset=utf-8').send('There is no such file.\n')
    },
  })
}
