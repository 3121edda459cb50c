// Encryption of texts: a text can be decrypted only with its key, for its own record and unchanged. The key file is
// created once, readable by its owner only, and never overwritten. An unusable key file is reported without the key.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { DecryptionError, isEncrypted, parseKeys, UnusableKey, Vault } from '../../src/io/vault.ts'

const folder = mkdtempSync(join(tmpdir(), 'stint-vault-'))
after(() => rmSync(folder, { recursive: true, force: true }))
let files = 0
const newFile = (): string => join(folder, `secret-${++files}.key`)

const [first, second] = [randomBytes(32), randomBytes(32)] as const
const text = '<p>The safe opens with 4711 – Élan 𝒳</p>'

test('an encrypted text can be decrypted, differs each time, and reveals nothing of its content', () => {
  const vault = new Vault({ keys: [first] })
  const sealed = vault.encrypt(text, 'here')
  assert.ok(isEncrypted(sealed) && !isEncrypted(text))
  assert.equal(vault.decrypt(sealed, 'here'), text)
  assert.notEqual(vault.encrypt(text, 'here'), sealed)
  const bytes = Buffer.concat([Buffer.from(sealed), Buffer.from(sealed.slice(1), 'base64')])
  for (const part of ['4711', 'safe', 'lan']) assert.ok(!bytes.includes(part), part)
  assert.equal(vault.decrypt(vault.encrypt('', 'here'), 'here'), '')
})

test('it cannot be decrypted for another record, with another key, or after a change of any byte', () => {
  const vault = new Vault({ keys: [first] })
  const sealed = vault.encrypt(text, 'note 1 of account 1')
  assert.throws(() => vault.decrypt(sealed, 'note 1 of account 2'), DecryptionError)
  assert.throws(() => new Vault({ keys: [second] }).decrypt(sealed, 'note 1 of account 1'), DecryptionError)
  const bytes = Buffer.from(sealed.slice(1), 'base64')
  for (let at = 0; at < bytes.length; at++) {
    const changed = Buffer.from(bytes)
    changed.writeUInt8((changed.readUInt8(at) + 1) % 256, at)
    const forged = `\u0001${changed.toString('base64')}`
    assert.throws(() => vault.decrypt(forged, 'note 1 of account 1'), DecryptionError, `byte ${at}`)
  }
  for (const length of [0, 3, 10, 31]) {
    const cut = `\u0001${bytes.subarray(0, length).toString('base64')}`
    assert.throws(() => vault.decrypt(cut, 'note 1 of account 1'), DecryptionError, `${length} bytes`)
  }
})

test('of several keys the first encrypts and all decrypt, so that a key can be replaced', () => {
  const old = new Vault({ keys: [first] })
  const both = new Vault({ keys: [second, first] })
  const sealedOld = old.encrypt(text, 'here')
  assert.equal(both.decrypt(sealedOld, 'here'), text)
  assert.ok(!both.usesCurrentKey(sealedOld))
  const sealedNew = both.encrypt(text, 'here')
  assert.ok(both.usesCurrentKey(sealedNew))
  assert.equal(new Vault({ keys: [second] }).decrypt(sealedNew, 'here'), text)
  assert.throws(() => old.decrypt(sealedNew, 'here'), DecryptionError)
})

test('T-56: the key file is created at the first encryption, with random content, readable by its owner only', () => {
  const [keyFile, other] = [newFile(), newFile()]
  const vault = new Vault({ keyFile })
  vault.check()
  assert.ok(!existsSync(keyFile), 'nothing was encrypted yet')
  const sealed = vault.encrypt(text, 'here')
  assert.equal(statSync(keyFile).mode & 0o777, 0o600)
  const stored = readFileSync(keyFile, 'utf8')
  assert.equal(parseKeys(stored)?.[0]?.length, 32)
  assert.equal(new Vault({ keyFile }).decrypt(sealed, 'here'), text, 'another vault reads the same key')
  new Vault({ keyFile }).encrypt(text, 'here')
  assert.equal(readFileSync(keyFile, 'utf8'), stored, 'the key file was overwritten')
  new Vault({ keyFile: other }).encrypt(text, 'here')
  assert.notEqual(readFileSync(other, 'utf8'), stored)
  assert.deepEqual(
    readdirSync(folder).filter((name) => !name.endsWith('.key')),
    [],
    'a temporary file is left',
  )
})

test('configured keys replace the key file, which is then neither read nor created', () => {
  const keyFile = newFile()
  const vault = new Vault({ keys: [first], keyFile })
  assert.equal(new Vault({ keys: [first] }).decrypt(vault.encrypt(text, 'here'), 'here'), text)
  assert.ok(!existsSync(keyFile))
})

test('an unusable key file is reported with its path and without its content', () => {
  for (const words of ['', 'hunter2', `${first.toString('base64')}\nhunter2\n`, 'A'.repeat(43), '00'.repeat(32)]) {
    const keyFile = newFile()
    writeFileSync(keyFile, words)
    for (const use of [(vault: Vault) => vault.check(), (vault: Vault) => vault.encrypt(text, 'here')]) {
      assert.throws(
        () => use(new Vault({ keyFile })),
        (error) =>
          error instanceof UnusableKey && error.message.includes(keyFile) && !/hunter2|AAAA|0000/.test(error.message),
        words,
      )
    }
    assert.equal(readFileSync(keyFile, 'utf8'), words, 'the key file was overwritten')
  }
  assert.throws(
    () => new Vault({ keyFile: join(folder, 'no-folder', 'secret.key') }).encrypt(text, 'here'),
    UnusableKey,
  )
  assert.throws(() => new Vault().encrypt(text, 'here'), UnusableKey)
})

test('an unreadable key file is reported and not replaced', () => {
  const keyFile = newFile()
  mkdirSync(keyFile)
  assert.throws(() => new Vault({ keyFile }).check(), /cannot be read \(EISDIR\)/)
  assert.throws(() => new Vault({ keyFile }).encrypt(text, 'here'), UnusableKey)
  assert.ok(statSync(keyFile).isDirectory())
})

test('keys are accepted in base64, base64url and hex, separated by commas, spaces and line breaks', () => {
  const forms = [first.toString('hex'), first.toString('base64'), first.toString('base64url')]
  for (const form of [...forms, ` ${forms[0]}\n`]) assert.deepEqual(parseKeys(form), [first], form)
  assert.deepEqual(parseKeys(`${forms[1]},${second.toString('base64')}`), [first, second])
  assert.deepEqual(parseKeys(`${forms[1]}\n${second.toString('hex')}\n`), [first, second])
  for (const wrong of ['', ' , ', 'x', `${forms[0]}0`, forms[1]?.slice(2) ?? '', `${forms[0]},x`]) {
    assert.equal(parseKeys(wrong), null, wrong)
  }
})
