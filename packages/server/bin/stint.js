#!/usr/bin/env node
// The program behind `npx stint`: checks that this Node can run the server, then starts it. In the repository it
// starts the TypeScript sources; in a package it starts the JavaScript built from them, because Node strips no types
// below node_modules. Plain JavaScript, so that an old Node can report that it is too old.
import { existsSync, readFileSync } from 'node:fs'

const { engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
const needed = Number.parseInt(engines.node.replace('>=', ''), 10)

if (Number.parseInt(process.versions.node, 10) < needed) {
  process.stderr.write(
    `stint: this is Node ${process.versions.node}, and Stint needs ${needed} or newer: see https://nodejs.org.\n`,
  )
  process.exit(1)
}

const source = new URL('../src/main/stint.ts', import.meta.url)
const packed = new URL('../dist/main/stint.js', import.meta.url)
if (!existsSync(source) && !existsSync(packed)) {
  process.stderr.write('stint: this package lacks its JavaScript: pack it with `npm run pack` in the repository.\n')
  process.exit(1)
}
await import(existsSync(source) ? source.href : packed.href)
