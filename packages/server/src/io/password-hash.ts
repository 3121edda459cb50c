// Hashes passwords with argon2id and OWASP's minimum parameters (about 40 ms). Each hash needs 19 MB and a core, so
// only two run at a time and at most sixteen wait: many sign-ins at once must not use up the server's memory (T-49).
// Password rules are in kit/password-rules.ts.
import { hash, verify } from '@node-rs/argon2'
import { Busy } from './errors.ts'

// The library's default algorithm is argon2id; the stored text names it.
const hashOptions = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const maxRunning = 2
const maxWaiting = 16

const queue: (() => void)[] = []
let runningCount = 0
let checkCount = 0

/** The hash in PHC format ($argon2id$...), which includes salt and parameters. */
export function hashPassword(password: string): Promise<string> {
  return limitConcurrency(() => hash(password, hashOptions))
}

/** Returns false for a wrong password and for a stored text that is not a hash. */
export function verifyPassword(hashed: string, password: string): Promise<boolean> {
  return limitConcurrency(() => {
    checkCount++
    return verify(hashed, password).catch(() => false)
  })
}

/** The number of password checks in this process, for the metrics. */
export const passwordChecks = (): number => checkCount

/** The hash of an unknown random password, with the usual parameters. */
export const dummyHash =
  '$argon2id$v=19$m=19456,t=2,p=1$hK1NcFA9GFQ5oEqKHXSpsw$YO7L4ipkWtDuFTkukWW5gLcrMNgc7v2zrKXHeLHEyAw'

/** Does the work of a check when the user does not exist, so that the response time does not reveal it (T-48). */
export async function verifyAgainstDummy(password: string): Promise<void> {
  await verifyPassword(dummyHash, password)
}

async function limitConcurrency<T>(work: () => Promise<T>): Promise<T> {
  if (runningCount >= maxRunning) {
    if (queue.length >= maxWaiting) throw new Busy('too many passwords are being checked')
    // The slot passes directly to the next waiting check, so that a new call cannot overtake it.
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
