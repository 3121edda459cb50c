#!/usr/bin/env node
// The entry of `npx stint`: checks the Node version and starts the server's program. In the repository that is the
// TypeScript source; in the package it is JavaScript, because Node strips no types below node_modules. Plain
// JavaScript, so that an old Node can print the error about its version.
import { existsSync } from 'node:fs'

if (Number.parseInt(process.versions.node, 10) < 24) {
  process.stderr.write(
    `stint: this is Node ${process.versions.node}, and Stint needs 24 or newer: see https://nodejs.org.\n`,
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
