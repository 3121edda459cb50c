// `stint demo`: the demo company in a database that has no account yet, without serving it. On a first start `stint serve
// --demo` does the same. A database with accounts is refused: the company's tokens are known to everyone.
import type { Command } from 'commander'
import { CannotDo, type Flags, mention, print, withDatabase, withJson } from './command-line.ts'
import { readSettings } from './config.ts'
import { demoTokens } from './demo-people.ts'
import { demoLines, filesOf, openFor, prepareFolder, start } from './serve.ts'

export function addDemo(program: Command): void {
  const command = program
    .command('demo')
    .description('load the demo company into an empty database; the server must not run')
    .action(demo)
  withJson(withDatabase(command))
}

async function demo(flags: Flags): Promise<void> {
  const settings = { ...readSettings(flags), demo: true }
  prepareFolder(settings.data)
  const database = await openFor(settings, {})
  try {
    mention('Loading the demo company; this takes a few seconds.')
    const made = await start(settings, database, filesOf(settings))
    if (made === null)
      throw new CannotDo('There are accounts in this database already: the demo company needs an empty one.')
    const { username, password, token } = made
    print(flags, { username, password, token, tokens: demoTokens }, [
      'Keep these: they are not shown again.',
      `  User name  ${username}`,
      `  Password   ${password}`,
      `  API token  ${token}`,
      ...demoLines(),
    ])
  } finally {
    await database.close()
  }
}
