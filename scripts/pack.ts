// `npm run pack -- folder`: creates the packages as tarballs in that folder (default: the current one). They are built
// in a temporary folder. The server's types are stripped by Node, because Node strips no types below node_modules, and
// the built web application is included. The SDK is compiled with its own settings. The tests check the types.
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const packages = fileURLToPath(new URL('../packages/', import.meta.url))
const compiler = fileURLToPath(new URL('../node_modules/typescript/bin/tsc', import.meta.url))

/** Imports and worker URLs contain the file extension. */
const asJavaScript = (code: string): string => code.replaceAll(/(['"])(\.{1,2}\/[^'"\n]+)\.ts\1/g, '$1$2.js$1')

/** `src/main` becomes `dist/main`, so that relative paths to migrations and package.json stay valid. */
function stripTypes(from: string, to: string): void {
  for (const file of globSync('**/*.ts', { cwd: from })) {
    const code = stripTypeScriptTypes(readFileSync(join(from, file), 'utf8'))
    const target = join(to, file.replace(/\.ts$/, '.js'))
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, asJavaScript(code).replaceAll(/[ \t]+$/gm, ''))
  }
}

const compile = (from: string, to: string): void => {
  execFileSync(process.execPath, [compiler, '-p', from, '--outDir', to], { stdio: ['ignore', 2, 2] })
}

const buildSteps: Readonly<Record<string, (staged: string) => void>> = {
  server: (staged) => stripTypes(join(packages, 'server/src'), join(staged, 'dist')),
  sdk: (staged) => compile(join(packages, 'sdk'), join(staged, 'dist')),
}

/** Builds the web application from the current sources. */
const buildWeb = (): void => {
  const program = fileURLToPath(new URL('web.mjs', import.meta.url))
  execFileSync(process.execPath, [program], { stdio: ['ignore', 2, 2] })
}

interface Description {
  readonly files: readonly string[]
}

/** Copies the files that the package lists, builds the missing ones, and returns the path of the tarball. */
function pack(name: string, destination: string): string {
  const staged = mkdtempSync(join(tmpdir(), `stint-pack-${name}-`))
  try {
    const source = join(packages, name)
    const { files } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8')) as Description
    for (const file of [...files, 'package.json', 'README.md']) {
      if (file !== 'dist' && existsSync(join(source, file))) {
        cpSync(join(source, file), join(staged, file), { recursive: true })
      }
    }
    cpSync(join(packages, '../LICENSE'), join(staged, 'LICENSE'))
    buildSteps[name]?.(staged)
    // npm runs on the Node that it was started with, not on this one.
    const args = ['pack', '--ignore-scripts', '--json', '--pack-destination', destination]
    const [packed] = Object.values(JSON.parse(String(execFileSync('npm', args, { cwd: staged }))) as PackedList)
    if (packed === undefined) throw new Error(`npm packed nothing of ${name}`)
    return join(destination, packed.filename)
  } finally {
    rmSync(staged, { recursive: true, force: true })
  }
}

type PackedList = Readonly<Record<string, { readonly filename: string }>>

const destination = resolve(process.argv[2] ?? '.')
mkdirSync(destination, { recursive: true })
buildWeb()
for (const name of Object.keys(buildSteps)) {
  if (existsSync(join(packages, name, 'package.json'))) console.log(pack(name, destination))
}
