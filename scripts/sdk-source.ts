// Resolves '@stint/sdk' to its source for tests without a browser, as the build of the application does. The program of
// the test files loads it before them.
import { registerHooks } from 'node:module'

const source = new URL('../packages/sdk/src/index.ts', import.meta.url).href

registerHooks({
  resolve: (name, context, next) => next(name === '@stint/sdk' ? source : name, context),
})
