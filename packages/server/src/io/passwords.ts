// Hashes passwords with argon2id at the strength OWASP names as the least (about 40 ms). Each hash takes 19 MB and a
// core, so only two run at a time and sixteen wait (T-49). What a good password is, is not decided here.
import { hash, verify } from '@node-rs/argon2'
import { Busy } from './errors.ts'

// The algorithm is the library's default, argon2id, and the stored text says so.
const strength = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const mostRunning = 2
const mostWaiting = 16

const waiting: (() => void)[] = []
let running = 0

/** The PHC text ($argon2id$...), which carries its own salt and settings. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, strength))
}

/** False for a wrong password, and for a stored text that is no hash at all. */
export function verifyPassword(hashed: string, password: string): Promise<boolean> {
  return inTurn(() => verify(hashed, password).catch(() => false))
}

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= mostRunning) {
    if (waiting.length >= mostWaiting) throw new Busy('too many passwords are being checked')
    // Whoever finishes hands over the place, so nobody can slip in between.
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else running++
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next === undefined) running--
    else next()
  }
}
