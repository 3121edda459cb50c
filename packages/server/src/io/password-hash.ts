// Hashes passwords with argon2id at the strength OWASP names as the least (about 40 ms). Each hash takes 19 MB and a
// core, so only two run at a time and sixteen wait (T-49). What a good password is, is not decided here.
import { hash, verify } from '@node-rs/argon2'
import { Busy } from './errors.ts'

// The algorithm is the library's default, argon2id, and the stored text says so.
const hashOptions = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const maxRunning = 2
const maxWaiting = 16

const queue: (() => void)[] = []
let runningCount = 0
let checkCount = 0

/** The PHC text ($argon2id$...), which carries its own salt and settings. */
export function hashPassword(password: string): Promise<string> {
  return limitConcurrency(() => hash(password, hashOptions))
}

/** False for a wrong password, and for a stored text that is no hash at all. */
export function verifyPassword(hashed: string, password: string): Promise<boolean> {
  return limitConcurrency(() => {
    checkCount++
    return verify(hashed, password).catch(() => false)
  })
}

/** How many passwords this process has compared: each takes a core for a while. */
export const passwordChecks = (): number => checkCount

/** The hash of nothing that anybody knows, of the same strength as all others. */
export const dummyHash =
  '$argon2id$v=19$m=19456,t=2,p=1$hK1NcFA9GFQ5oEqKHXSpsw$YO7L4ipkWtDuFTkukWW5gLcrMNgc7v2zrKXHeLHEyAw'

/** The work of comparing where there is nobody to compare with, so that the time tells nothing (T-48). */
export async function verifyAgainstDummy(password: string): Promise<void> {
  await verifyPassword(dummyHash, password)
}

async function limitConcurrency<T>(work: () => Promise<T>): Promise<T> {
  if (runningCount >= maxRunning) {
    if (queue.length >= maxWaiting) throw new Busy('too many passwords are being checked')
    // Whoever finishes hands over the place, so nobody can slip in between.
    await new Promise<void>((resolve) => queue.push(resolve))
  } else runningCount++
  try {
    return await work()
  } finally {
    const next = queue.shift()
    if (next === undefined) runningCount--
    else next()
  }
}
