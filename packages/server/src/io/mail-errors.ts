// Says in words that a user understands why a mail server did not take a mail, from what nodemailer reports. The words
// complete "Not delivered: ...". They contain no password, and of what a host answers only replies of SMTP (T-147).
import { errorMessage } from '../kit/error-message.ts'
import { excerpt } from '../kit/text.ts'

/** The mail server that was asked. */
export interface MailServerFacts {
  readonly host: string
  readonly port: number
  /** Encrypted from the start. */
  readonly secure: boolean
  /** The address that mails are sent from. */
  readonly sender: string
  /** What must not be in any message, should the server repeat it. */
  readonly secrets: readonly string[]
}

interface MailError {
  readonly code?: string
  /** The code of Node, if nodemailer replaced it by its own. */
  readonly originalCode?: string
  readonly timeoutType?: string
  readonly command?: string
  readonly response?: string
  readonly responseCode?: number
  readonly rejected?: readonly unknown[]
}

/** The form in which a mail server refuses: a number of three digits and a text. */
const smtpReply = /^[2-5]\d\d(?:[ -]|$)/

const maxReplyLength = 200

/** ": " and the reply; empty if it is none of SMTP, because it may be of any program at that address. */
function replyText({ response = '' }: MailError): string {
  const reply = response.replaceAll(/\s+/g, ' ').trim()
  return smtpReply.test(reply) ? `: ${excerpt(reply, maxReplyLength)}` : ''
}

const placeOf = ({ host, port }: MailServerFacts): string => `${host.includes(':') ? `[${host}]` : host}:${port}`

const certificateError = /certificate|altname|CERT_|SELF_SIGNED|UNABLE_TO_/i
const plainTextError = /wrong version number|WRONG_VERSION_NUMBER|packet length too long|PACKET_LENGTH_TOO_LONG/

function connectionError(code: string, server: MailServerFacts): string | null {
  const at = placeOf(server)
  switch (code) {
    case 'ECONNREFUSED':
      return `connection refused by ${at}; check the server and the port`
    case 'EDNS':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `no server with the name ${server.host} was found`
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return `${at} cannot be reached`
    case 'ECONNRESET':
    case 'EPIPE':
      return `${at} closed the connection`
    default:
      return null
  }
}

function timeoutError({ timeoutType }: MailError, server: MailServerFacts): string {
  const at = placeOf(server)
  if (timeoutType === 'CONNECT_TIMEOUT') return `${at} did not answer in time; check the server and the port`
  if (timeoutType === 'GREETING_TIMEOUT' && !server.secure)
    return `${at} accepted the connection and then said nothing; if it expects encryption from the start, choose TLS`
  return `${at} took too long`
}

function encryptionError(error: MailError, message: string, server: MailServerFacts): string | null {
  const { code = '', originalCode = '', command = '', response } = error
  const at = placeOf(server)
  const words = message.replace(/^Error initiating TLS - /, '')
  if (certificateError.test(`${message} ${originalCode}`))
    return `the certificate of ${at} is not trusted: ${excerpt(words, maxReplyLength)}`
  if (plainTextError.test(`${message} ${originalCode}`))
    return `the server does not offer TLS at ${at}; choose STARTTLS, or another port`
  if (command === 'STARTTLS' && response !== undefined)
    return `the server does not offer STARTTLS at ${at}, and a password is only sent encrypted; choose TLS, or another port${replyText(error)}`
  return code === 'ETLS' ? `encryption with ${at} failed` : null
}

const loginNeeded = 530

/** What the server refused: the login, an address or the message. */
function refusal(error: MailError, server: MailServerFacts): string | null {
  const { code, command = '', responseCode, rejected = [] } = error
  const reply = replyText(error)
  if (code === 'EAUTH') return `the mail server refused the username or the password${reply}`
  if (responseCode === loginNeeded) return `the mail server asks for a username and a password${reply}`
  if (command === 'MAIL FROM') return `the mail server refused the sender ${server.sender}${reply}`
  if (command === 'RCPT TO') {
    const addresses = rejected.filter((address) => typeof address === 'string').join(', ')
    return `the mail server refused ${addresses || 'the address'}${reply}`
  }
  return command === 'DATA' ? `the mail server refused the message${reply}` : null
}

function reasonOf(thrown: unknown, server: MailServerFacts): string {
  const error = Object(thrown) as MailError
  const { code = '', originalCode = '' } = error
  const at = placeOf(server)
  const known =
    encryptionError(error, errorMessage(thrown), server) ??
    connectionError(originalCode, server) ??
    connectionError(code, server) ??
    (code === 'ETIMEDOUT' ? timeoutError(error, server) : null) ??
    refusal(error, server)
  if (known !== null) return known
  if (replyText(error) !== '') return `${at} refused the connection${replyText(error)}`
  if (code === 'EPROTOCOL') return `${at} does not answer like a mail server; check the port`
  if (code === 'ECONNECTION') return `${at} closed the connection`
  return `${at}: ${excerpt(errorMessage(thrown), maxReplyLength)}`
}

/** Shorter texts are in many replies by chance. */
const minSecretLength = 4

/** Why the mail server did not take the mail, as the end of a sentence. */
export function mailErrorText(thrown: unknown, server: MailServerFacts): string {
  return server.secrets
    .filter((secret) => secret.length >= minSecretLength)
    .reduce((text, secret) => text.replaceAll(secret, '***'), reasonOf(thrown, server))
}
