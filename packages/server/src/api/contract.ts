// The contract on its way out: `/openapi.json` as it is committed, and `/docs/`, a page to read it and to try it with one's
// own token. Neither asks for a token or is counted: they are the same for everybody and tell nothing of any account.
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isKnown, readTags } from '../engine/record-tag.ts'
import { docsHtml, docsPolicy, docsScript, docsStyle } from './docs-page.ts'
import type { ServerOptions } from './options.ts'
import { refusePlainHttp } from './plain-http.ts'

interface Page {
  readonly type: string
  /** Its text, or where it is kept. */
  readonly text: string | { readonly file: string | URL }
  readonly policy?: string
}

interface Loaded {
  readonly bytes: Buffer
  readonly zipped: Buffer
  readonly tag: string
}

const require = createRequire(import.meta.url)
const viewerFile = (name: string): { file: string } => ({ file: require.resolve(`@fastify/swagger-ui/static/${name}`) })

const script = 'text/javascript; charset=utf-8'
const style = 'text/css; charset=utf-8'
const page: Page = { type: 'text/html; charset=utf-8', text: docsHtml, policy: docsPolicy }

const pages: Readonly<Record<string, Page>> = {
  '/openapi.json': {
    type: 'application/json; charset=utf-8',
    text: { file: new URL('../../openapi.json', import.meta.url) },
  },
  '/docs': page,
  '/docs/': page,
  '/docs/page.js': { type: script, text: docsScript },
  '/docs/page.css': { type: style, text: docsStyle },
  '/docs/swagger-ui-bundle.js': { type: script, text: viewerFile('swagger-ui-bundle.js') },
  '/docs/swagger-ui.css': { type: style, text: viewerFile('swagger-ui.css') },
}

const zip = promisify(gzip)

async function load({ text }: Page): Promise<Loaded> {
  const bytes = typeof text === 'string' ? Buffer.from(text) : await readFile(text.file)
  const tag = `"${createHash('sha1').update(bytes).digest('base64url')}"`
  return { bytes, tag, zipped: await zip(bytes) }
}

/** Read when it is first asked for, and kept. */
function onceLoaded(): (path: string, one: Page) => Promise<Loaded> {
  const kept = new Map<string, Promise<Loaded>>()
  return (path, one) => {
    const known = kept.get(path) ?? load(one)
    kept.set(path, known)
    known.catch(() => kept.delete(path))
    return known
  }
}

function answer(request: FastifyRequest, reply: FastifyReply, { type, policy }: Page, loaded: Loaded): FastifyReply {
  const { headers, method } = request
  reply.headers({
    'content-type': type,
    'cache-control': 'no-cache',
    etag: loaded.tag,
    vary: 'accept-encoding',
    ...(policy === undefined ? {} : { 'content-security-policy': policy }),
  })
  if (isKnown(readTags(headers['if-none-match']), loaded.tag)) return reply.code(304).send()
  const zips = /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(String(headers['accept-encoding'] ?? ''))
  const body = zips ? loaded.zipped : loaded.bytes
  reply.header('content-length', body.length)
  if (zips) reply.header('content-encoding', 'gzip')
  return reply.send(method === 'HEAD' ? '' : body)
}

/** A page that asks for a token is not given out where the token would travel in the clear. */
export function addContract(app: FastifyInstance, options: ServerOptions): void {
  const loaded = onceLoaded()
  for (const [url, one] of Object.entries(pages)) {
    app.route({
      method: ['GET', 'HEAD'],
      url,
      handler: async (request, reply) => {
        refusePlainHttp(request, options)
        return answer(request, reply, one, await loaded(url, one))
      },
    })
  }
}
