// The rules for a new password, in the API and in the web application (decision 57): a minimum and a maximum length,
// not one of the most common passwords, not a name that everybody knows. There are no rules about kinds of
// characters, because they make passwords worse. io/password-hash.ts stores it.
import { codePoints, fold, textError } from './text.ts'

const MIN_LENGTH = 8
// The API allows fewer, as the reference does.
const MAX_LENGTH = 256

// The most frequent entries of published password lists with eight or more characters.
const COMMON_PASSWORDS = new Set(
  `00000000 11111111 11223344 12341234 12344321 123123123 12345678 123456789 1234567890 123456abc 1234abcd 1234qwer
  123qweasd 147258369 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 55555555 66666666 77777777 87654321 88888888 987654321 99999999 a1b2c3d4
  aa123456 aaaaaaaa abc12345 abcd1234 abcdefgh access14 admin123 administrator asdf1234 asdfasdf asdfghjkl asdfghjk baseball
  changeme computer corvette dragon123 einstein facebook football garfield hello123 iloveyou internet jennifer letmein1
  letmein123 liverpool login123 maverick mercedes michelle midnight monkey123 mypassword p@ssw0rd p@ssword pass1234 passw0rd
  passwort passwort1 password password! password1 password12 password123 password1234 princess q1w2e3r4 q1w2e3r4t5 qazwsxedc
  qwer1234 qwert123 qwerty12 qwerty123 qwerty1234 qwertyui qwertyuiop secret123 starwars stint123 stintstint sunshine superman
  test1234 testtest trustno1 welcome1 welcome123 whatever zaq12wsx zxcvbnm1 zxcvbnmm`.split(/\s+/),
)

// The names that a password must not be. Blank ones are ignored.
export interface KnownNames {
  readonly username?: string
  readonly person?: string
  readonly company?: string
}

const sameName = (password: string, name: string | undefined): boolean =>
  name !== undefined && name.trim() !== '' && withoutBlanks(password) === withoutBlanks(name)

const withoutBlanks = (text: string): string => fold(text).replaceAll(/\s/gu, '')

// A phrase that completes "password: ...", or null. It never contains the password (T-55).
export function passwordError(password: string, names: KnownNames = {}): string | null {
  const error = textError(password)
  if (error !== null) return error
  const length = codePoints(password)
  if (length < MIN_LENGTH) return `must have at least ${MIN_LENGTH} characters`
  if (length > MAX_LENGTH) return `must have at most ${MAX_LENGTH} characters`
  if (COMMON_PASSWORDS.has(fold(password))) return 'is too common; choose another password'
  if (sameName(password, names.username)) return 'must not be the username'
  if (sameName(password, names.person)) return 'must not be the name of the person'
  return sameName(password, names.company) ? 'must not be the name of the company' : null
}
