// Serves the contract: `/openapi.json` as committed, and `/docs/`, a page to read it and to try it with a token.
// Neither needs a token or counts in the quota: they are the same for everyone and contain no data of an account.
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { matchesEtag, parseEtags } from '../../engine/etag.ts'
import { chooseEncoding } from '../../kit/accept-encoding.ts'
import { rejectPlainHttp } from '../plain-http.ts'
import type { ServerOptions } from '../server-options.ts'
import { docsHtml, docsPolicy, docsScript, docsStyle } from './docs-page.ts'

interface Page {
  readonly type: string
  /** Its text, or the path of its file. */
  readonly text: string | { readonly file: string | URL }
  readonly policy?: string
}

interface LoadedPage {
  readonly bytes: Buffer
  readonly gzipped: Buffer
  readonly etag: string
}

const require = createRequire(import.meta.url)
const swaggerFile = (name: string): { file: string } => ({
  file: require.resolve(`@fastify/swagger-ui/static/${name}`),
})

const scriptType = 'text/javascript; charset=utf-8'
const styleType = 'text/css; charset=utf-8'
const docsPage: Page = { type: 'text/html; charset=utf-8', text: docsHtml, policy: docsPolicy }

const pages: Readonly<Record<string, Page>> = {
  '/openapi.json': {
    type: 'application/json; charset=utf-8',
    text: { file: new URL('../../../openapi.json', import.meta.url) },
  },
  '/docs': docsPage,
  '/docs/': docsPage,
  '/docs/page.js': { type: scriptType, text: docsScript },
  '/docs/page.css': { type: styleType, text: docsStyle },
  '/docs/swagger-ui-bundle.js': { type: scriptType, text: swaggerFile('swagger-ui-bundle.js') },
  '/docs/swagger-ui.css': { type: styleType, text: swaggerFile('swagger-ui.css') },
}

const gzipBytes = promisify(gzip)

async function loadPage({ text }: Page): Promise<LoadedPage> {
  const bytes = typeof text === 'string' ? Buffer.from(text) : await readFile(text.file)
  const etag = `"${createHash('sha1').update(bytes).digest('base64url')}"`
  return { bytes, etag, gzipped: await gzipBytes(bytes) }
}

/** Read on the first request, then cached. */
function cachedLoader(): (path: string, one: Page) => Promise<LoadedPage> {
  const cache = new Map<string, Promise<LoadedPage>>()
  return (path, one) => {
    const cached = cache.get(path) ?? loadPage(one)
    cache.set(path, cached)
    cached.catch(() => cache.delete(path))
    return cached
  }
}

function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, policy }: Page,
  loaded: LoadedPage,
): FastifyReply {
  const { headers, method } = request
  reply.headers({
    'content-type': type,
    'cache-control': 'no-cache',
    etag: loaded.etag,
    vary: 'accept-encoding',
    ...(policy === undefined ? {} : { 'content-security-policy': policy }),
  })
  if (matchesEtag(parseEtags(headers['if-none-match']), loaded.etag)) return reply.code(304).send()
  const zips = chooseEncoding(headers['accept-encoding'], ['gzip']) !== null
  const body = zips ? loaded.gzipped : loaded.bytes
  reply.header('content-length', body.length)
  if (zips) reply.header('content-encoding', 'gzip')
  return reply.send(method === 'HEAD' ? '' : body)
}

/** The page asks for a token, so it is not served over a connection that is not encrypted. */
export function addContractRoutes(app: FastifyInstance, options: ServerOptions): void {
  const loaded = cachedLoader()
  for (const [url, one] of Object.entries(pages)) {
    app.route({
      method: ['GET', 'HEAD'],
      url,
      handler: async (request, reply) => {
        rejectPlainHttp(request, options)
        return sendPage(request, reply, one, await loaded(url, one))
      },
    })
  }
}
