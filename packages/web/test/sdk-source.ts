// Resolves '@stint/sdk' to its source for tests without a browser, as the build of the application does. Import this
// first and the rest with `await import`, because static imports are resolved before anything runs.
import { registerHooks } from 'node:module'

const source = new URL('../../sdk/src/index.ts', import.meta.url).href

registerHooks({
  resolve: (name, context, next) => next(name === '@stint/sdk' ? source : name, context),
})
