// Serves the contract: `/openapi.json` as committed, and `/docs/`, a page to read it and to try it with a token.
// Neither needs a token or counts in the quota: they are the same for everyone and contain no data of an account.
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { encodedEtag, matchesEtag, parseEtags } from '../../engine/etag.ts'
import { type ContentEncoding, chooseEncoding, contentEncodings } from '../../kit/accept-encoding.ts'
import { compressWhole } from '../compression.ts'
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

async function loadPage({ text }: Page, encoding: ContentEncoding | null): Promise<LoadedPage> {
  const bytes = typeof text === 'string' ? Buffer.from(text) : await readFile(text.file)
  const etag = `"${createHash('sha1').update(bytes).digest('base64url')}"`
  if (encoding === null) return { bytes, etag }
  return { bytes: await compressWhole(bytes, encoding), etag: encodedEtag(etag, encoding) }
}

type PageLoader = (path: string, one: Page, encoding: ContentEncoding | null) => Promise<LoadedPage>

/** Read and compressed on the first request, then cached. */
function cachedLoader(): PageLoader {
  const cache = new Map<string, Promise<LoadedPage>>()
  return (path, one, encoding) => {
    const key = `${path} ${encoding}`
    const cached = cache.get(key) ?? loadPage(one, encoding)
    cache.set(key, cached)
    cached.catch(() => cache.delete(key))
    return cached
  }
}

interface PageRequest {
  readonly request: FastifyRequest
  /** Without the query of the request, which must not create entries of the cache. */
  readonly path: string
  readonly load: PageLoader
}

async function sendPage(
  reply: FastifyReply,
  page: Page,
  { request: { headers, method }, path, load }: PageRequest,
): Promise<FastifyReply> {
  const { type, policy } = page
  const encoding = chooseEncoding(headers['accept-encoding'], contentEncodings)
  const loaded = await load(path, page, encoding)
  reply.headers({
    'content-type': type,
    'cache-control': 'no-cache',
    etag: loaded.etag,
    vary: 'accept-encoding',
    ...(policy === undefined ? {} : { 'content-security-policy': policy }),
  })
  if (matchesEtag(parseEtags(headers['if-none-match']), loaded.etag)) return reply.code(304).send()
  reply.header('content-length', loaded.bytes.length)
  if (encoding !== null) reply.header('content-encoding', encoding)
  return reply.send(method === 'HEAD' ? '' : loaded.bytes)
}

/** The page asks for a token, so it is not served over a connection that is not encrypted. */
export function addContractRoutes(app: FastifyInstance, options: ServerOptions): void {
  const load = cachedLoader()
  for (const [url, one] of Object.entries(pages)) {
    app.route({
      method: ['GET', 'HEAD'],
      url,
      handler: async (request, reply) => {
        rejectPlainHttp(request, options)
        return sendPage(reply, one, { request, load, path: url })
      },
    })
  }
}
