// `npm run pack -- folder`: the packages as tarballs in that folder (here, unless told), ready to be installed or published. They
// are put together in a temporary folder, so the tree stays as it is: the server's TypeScript with its types blanked out by
// Node itself, because Node strips none below node_modules, with the web application as it is built; the SDK as its own
// settings say. Types are checked by the tests.
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const packages = fileURLToPath(new URL('../packages/', import.meta.url))
const compiler = fileURLToPath(new URL('../node_modules/typescript/bin/tsc', import.meta.url))

/** Imports and the addresses of threads name files of ours by their ending. */
const asJavaScript = (code: string): string => code.replaceAll(/(['"])(\.{1,2}\/[^'"\n]+)\.ts\1/g, '$1$2.js$1')

/** `src/main` becomes `dist/main`: what is found by its place beside them (migrations, package.json) is found as before. */
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

/** What is packed is what the sources say now. */
const buildWeb = (): void => {
  const program = fileURLToPath(new URL('web.mjs', import.meta.url))
  execFileSync(process.execPath, [program], { stdio: ['ignore', 2, 2] })
}

interface Description {
  readonly files: readonly string[]
}

/** Copies what the package lists, makes what it does not have yet, and answers the tarball's path. */
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
    // On the Node that npm was started with, not on this one.
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
