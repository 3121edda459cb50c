// `stint serve`: every setting as a flag. The flags are generated from the list of settings in config.ts.
// The server itself is in main/serve.ts.
import type { Command } from 'commander'
import { readSettings, settingList } from '../config.ts'

export function addServeCommand(program: Command): void {
  const command = program
    .command('serve')
    .description('start the server; creates and migrates its database if needed')
    .action(async (flags: Record<string, unknown>) => {
      const settings = readSettings(flags)
      const { serve } = await import('../serve.ts')
      await serve(settings)
    })
  for (const { flag, meaning, shownDefault, env, key } of settingList) {
    const text = key === 'demo' ? `--${flag} [public]` : `--${flag} <value>`
    command.option(text, `${meaning} (default: ${shownDefault}; environment: ${env})`)
  }
}
