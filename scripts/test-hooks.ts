// Loaded before test files: node:test then follows timers and sockets to the test that started them, but not promises.
// Following every promise takes a third of the CPU time of a run. An error that no test caught still fails its process;
// it is printed here, because node:test does not know its test any more.
import asyncHooks, { type HookCallbacks } from 'node:async_hooks'

/** An option of `createHook` that the types do not have yet. An older Node ignores it. */
interface HookOptions extends HookCallbacks {
  readonly trackPromises: boolean
}

const { createHook } = asyncHooks

// node:test creates its hook when the first test file imports it.
asyncHooks.createHook = (callbacks) => {
  asyncHooks.createHook = createHook
  const options: HookOptions = { ...callbacks, trackPromises: false }
  return createHook(options)
}

const failWith = (error: unknown): void => {
  console.error(error)
  process.exitCode = 1
}
process.on('uncaughtExceptionMonitor', failWith)
process.on('unhandledRejection', failWith)
