// Builds the web application into the server's package: Vite builds the files, each is compressed in advance so that no
// request has to, and a first load that is too large is an error. The folder is replaced at once. web.mjs decides
// whether a build is needed and passes the stamp to write.
import { chmodSync, globSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify, stripVTControlCharacters } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build } from 'vite'
import { firstLoad, type Manifest } from './web-size.ts'

const packages = fileURLToPath(new URL('../packages/', import.meta.url))
const webFolder = join(packages, 'server/web')
const maxBytes = 225 * 1024

const inKilobytes = (bytes: number): string => `${(bytes / 1024).toFixed(0)} KB`

/** What the first script loads, for the sign-in page and for Home. The groups are Vite's. */
const loadedFirst = ['main', 'style.css'] as const

/** A first load above the limit is a build error. */
function checkFirstLoad(folder: string): void {
  const manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')) as Manifest
  const files = [...firstLoad(folder, manifest, loadedFirst)].sort(([, first], [, second]) => second - first)
  const total = files.reduce((sum, [, bytes]) => sum + bytes, 0)
  console.log(`The first load is ${inKilobytes(total)} of at most ${inKilobytes(maxBytes)}, packed.`)
  if (total <= maxBytes) return
  for (const [file, bytes] of files) console.error(`  ${inKilobytes(bytes).padStart(7)}  ${file}`)
  throw new Error('The first load of the web application is too heavy: load something later.')
}

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

/** The page itself differs for every visitor (its nonce), and fonts and pictures are already compressed. */
async function compressFiles(folder: string): Promise<void> {
  const files = globSync('**/*.{js,mjs,css,svg,json,webmanifest,wasm,txt}', { cwd: folder })
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11 }
  await Promise.all(
    files.map(async (file) => {
      const path = join(folder, file)
      const content = readFileSync(path)
      const [brotli, gzipped] = await Promise.all([
        compressBrotli(content, { params }),
        compressGzip(content, { level: 9 }),
      ])
      if (brotli.length < content.length) writeFileSync(`${path}.br`, brotli)
      if (gzipped.length < content.length) writeFileSync(`${path}.gz`, gzipped)
    }),
  )
}

/** Two renames: no reader finds an incomplete folder. A concurrent build has built the same. */
function putInPlace(folder: string): void {
  // A temporary folder is readable only by its owner; the server may run as another user.
  chmodSync(folder, 0o755)
  const old = `${folder}-old`
  try {
    renameSync(webFolder, old)
  } catch {
    // There was no old folder.
  }
  renameSync(folder, webFolder)
  rmSync(old, { recursive: true, force: true })
}

async function buildInto(folder: string, stamp: string): Promise<void> {
  await build({
    root: join(packages, 'web'),
    configFile: join(packages, 'web/vite.config.ts'),
    configLoader: 'native',
    logLevel: 'warn',
    build: { outDir: folder, emptyOutDir: true, manifest: true },
  })
  checkFirstLoad(folder)
  rmSync(join(folder, '.vite'), { recursive: true })
  await compressFiles(folder)
  writeFileSync(join(folder, '.stamp'), stamp)
  putInPlace(folder)
}

const folder = mkdtempSync(join(packages, 'server/.web-'))
try {
  await buildInto(folder, process.argv[2] ?? '')
} catch (error) {
  console.error(stripVTControlCharacters(error instanceof Error ? error.message : String(error)))
  process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
