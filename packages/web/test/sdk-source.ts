// Lets what is tested without a browser import '@stint/sdk' from its source, as the build of the application does. Import this
// first and the rest with `await import`, because the names of plain imports are looked up before anything runs.
import { registerHooks } from 'node:module'

const source = new URL('../../sdk/src/index.ts', import.meta.url).href

registerHooks({
  resolve: (name, context, next) => next(name === '@stint/sdk' ? source : name, context),
})
