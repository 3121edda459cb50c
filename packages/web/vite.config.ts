// Builds the web application into the server's package, which serves it under /app/. In development Vite serves the
// sources and forwards API requests to a running server.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import optimizeLocales from '@react-aria/optimize-locales-plugin'
import react from '@vitejs/plugin-react'
import { createLogger, defineConfig, type Plugin } from 'vite'
import { firstFrameHtml } from './first-frame-html.ts'

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

const server = process.env.STINT_DEV_SERVER ?? 'https://127.0.0.1:8443'
const toServer = { target: server, secure: false, changeOrigin: true }

/**
 * React Aria's announcer clears itself with `innerHTML = ''`, which the content security policy forbids (Trusted
 * Types). Then dates could not be typed. This plugin replaces it with `replaceChildren()`. If a new version does not
 * contain the text, the build fails, so that somebody checks it.
 */
const quietAnnouncer: Plugin = {
  name: 'quiet-announcer',
  transform(code, id) {
    if (!/dist\/private\/live-announcer\/LiveAnnouncer\.m?js$/.test(id)) return null
    const patched = code.replaceAll(/\.innerHTML = ''/g, '.replaceChildren()')
    if (patched === code)
      throw new Error("LiveAnnouncer no longer contains innerHTML = '': check whether to remove this")
    return { code: patched, map: null }
  },
}

/**
 * Vite warns that composed CSS modules have no file name. It matters only for relative URLs in them, and there are
 * none.
 */
const logger = createLogger()
const warnOnce = logger.warnOnce
logger.warnOnce = (message, options) => {
  if (!message.includes('did not pass the `from` option')) warnOnce(message, options)
}

/**
 * A few files instead of a hundred: every request costs time, and each screen would need dozens of small ones. A group
 * has a module, everything that it imports, and what no group before it has. `boot` is the first script, `main` what
 * Home and the sign-in screen need, `tools` what the frame shows or opens on every screen, `shared` what several
 * screens need. The sanitizer of texts has its own file, because only some screens need it and tests know its name.
 */
const chunkGroups = [
  { name: 'purify.es', test: /node_modules\/dompurify\// },
  { name: 'boot', test: /packages\/web\/src\/boot\.ts$|vite\/preload-helper/ },
  { name: 'main', test: /src\/(?:main|signed-in|screens\/(?:account\/sign-in|home\/home-screen))\.tsx$/ },
  {
    name: 'tools',
    test: /src\/(?:frame\/(?:timer-bar|user-menu|bell|navigation-sheet|apply-timer)|screens\/(?:palette\/\S+|tasks\/new-task|home\/pending-work))\.tsx$|src\/(?:records\/first-records|parts\/chart-drawing)\.tsx?$/,
  },
  { name: 'portal', test: /src\/screens\/home\/portal\.tsx$/ },
  { name: 'shared', minShareCount: 2 },
].map((group, at, { length }) => ({ ...group, priority: length - at }))

/** The file of Home is requested with the first script, not after it. */
const preloadFrame: Plugin = {
  name: 'preload-frame',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle = {} }) =>
      Object.values(bundle).flatMap((file) => {
        const href = `/app/${file.fileName}`
        const chunk = file.type === 'chunk' && file.name === 'main'
        const font = /inter-latin-wght-normal/.test(file.fileName)
        if (!chunk && !font) return []
        const attrs = chunk ? { rel: 'modulepreload', href } : { rel: 'preload', as: 'font', type: 'font/woff2', href }
        return [{ tag: 'link', injectTo: 'head' as const, attrs: { ...attrs, crossorigin: true } }]
      }),
  },
}

/** The class names of each CSS module, by its path. */
const classNames = new Map<string, Readonly<Record<string, string>>>()

function classOf(file: string, name: string): string {
  const found = classNames.get(`${file}.module.css`)?.[name]
  if (found === undefined) throw new Error(`${file}.module.css has no class ${name}`)
  return found
}

/** The frame that is shown before the application is loaded; see first-frame-html.ts. */
const firstFrame: Plugin = {
  name: 'first-frame',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (html) => html.replace('<div id="root">', `${firstFrameHtml(classOf, markUrl)}<div id="root">`),
  },
}

/** Large files that few people need are kept when they are first used. */
const keptLater = /^assets\/(?:pdf|rich-text-editor|inter-(?!latin-wght))/

/** Writes sw.js with the list of the files to keep. Its version changes whenever one of them or the page does. */
const serviceWorker: Plugin = {
  name: 'service-worker',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      const names = Object.keys(bundle)
        .filter((name) => name.startsWith('assets/') && !keptLater.test(name))
        .sort()
      const paths = ['/app/mark.svg', ...names.map((name) => `/app/${name}`)]
      const text = readFileSync(here('src/service-worker.js'), 'utf8')
      const version = createHash('sha256').update(text).update(paths.join()).digest('hex').slice(0, 16)
      const source = text.replace("['__FILES__']", JSON.stringify(paths)).replace('__VERSION__', version)
      this.emitFile({ type: 'asset', fileName: 'sw.js', source })
    },
  },
}

/** Vite adds the line of each class, which makes the first load a kilobyte larger; a file has each name once. */
const scopedName = (name: string, file: string): string =>
  `${name}_${createHash('sha256')
    .update(relative(here('.'), file))
    .digest('base64url')
    .slice(0, 4)}`

/** The mark as a part of the page and of the frame: one request less. */
const markUrl = `data:image/svg+xml,${encodeURIComponent(readFileSync(here('public/mark.svg'), 'utf8').trim())}`

// biome-ignore lint/style/noDefaultExport: Vite requires one.
export default defineConfig({
  root: here('.'),
  base: '/app/',
  customLogger: logger,
  // The components bring words for screen readers in thirty languages; ours are the ones of the catalogue.
  plugins: [
    react(),
    quietAnnouncer,
    preloadFrame,
    firstFrame,
    serviceWorker,
    { ...optimizeLocales.vite({ locales: ['en-US'] }), enforce: 'pre' },
  ],
  css: {
    modules: {
      generateScopedName: scopedName,
      getJSON: (file, names: Readonly<Record<string, string>>) => classNames.set(relative(here('src'), file), names),
    },
  },
  define: { 'import.meta.env.STINT_MARK': JSON.stringify(markUrl) },
  resolve: { alias: { '@stint/sdk': here('../sdk/src/index.ts') } },
  build: {
    outDir: here('../server/web'),
    // The limit of the first load is checked packed (scripts/build-web.ts).
    chunkSizeWarningLimit: 2000,
    emptyOutDir: true,
    target: 'es2023',
    // A font or picture inside a script or style would be loaded by everyone, needed or not.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // All styles are 19 KB, packed: one file is faster than forty.
    cssCodeSplit: false,
    // The first script names all others. A short hash is enough to tell two versions of one file apart.
    rolldownOptions: {
      output: { codeSplitting: { groups: chunkGroups }, chunkFileNames: 'assets/[name]-[hash:7].js' },
    },
    reportCompressedSize: false,
  },
  server: {
    proxy: Object.fromEntries(
      ['api', 'session', 'sessions', 'password', 'tokens', 'setup', 'mailtest', 'oidc', 'identities'].map((path) => [
        `/app/${path}`,
        toServer,
      ]),
    ),
  },
})
