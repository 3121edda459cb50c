// Builds the web application into the server's package, which serves it under /app/. In development Vite serves the
// sources and forwards API requests to a running server.
import { fileURLToPath } from 'node:url'
import optimizeLocales from '@react-aria/optimize-locales-plugin'
import react from '@vitejs/plugin-react'
import { createLogger, defineConfig, type Plugin } from 'vite'

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

// biome-ignore lint/style/noDefaultExport: Vite requires one.
export default defineConfig({
  root: here('.'),
  base: '/app/',
  customLogger: logger,
  // The components bring words for screen readers in thirty languages; ours are the ones of the catalogue.
  plugins: [react(), quietAnnouncer, { ...optimizeLocales.vite({ locales: ['en-US'] }), enforce: 'pre' }],
  resolve: { alias: { '@stint/sdk': here('../sdk/src/index.ts') } },
  build: {
    outDir: here('../server/web'),
    emptyOutDir: true,
    target: 'es2023',
    // A font or picture inside a script or style would be loaded by everyone, needed or not.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  server: {
    proxy: Object.fromEntries(
      ['api', 'session', 'sessions', 'password', 'tokens', 'setup', 'mailtest'].map((path) => [
        `/app/${path}`,
        toServer,
      ]),
    ),
  },
})
