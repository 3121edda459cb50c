// A world whose server sends mails: the API over the world's database with mails on, a sender, and a sink they go to. What a
// story does through its hands is mailed about; the world's own server stays silent.
import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import type { MailSite } from '../../src/define/post.ts'
import { openMailer } from '../../src/io/mail.ts'
import { MailSender } from '../../src/main/mail-sender.ts'
import { nextMailAt } from '../../src/resources/outbox.ts'
import { type Hand, handOf } from '../stories/story.ts'
import { MailSink, type SunkMail } from './mail-sink.ts'
import { newApp, type PersonName, type Request, send, type World } from './world.ts'

export const asksForMails = { 'x-service-send-notifications': 't' }

export const from = { name: 'Stint', address: 'stint@server.example.com' }
export const publicUrl = 'https://stint.example.com/'

/** A server that writes mails and has no sender of its own. */
export const site: MailSite = { publicUrl, domain: 'server.example.com', wake: () => undefined }

export interface MailWorld {
  readonly world: World
  readonly sink: MailSink
  readonly sender: MailSender
  /** A caller of the first account whose requests ask for mails, unless they bring headers of their own. */
  hand(name: PersonName): Hand
  call: World['call']
  /** The mails that some work brings about, once all of them have arrived, by recipient. */
  mailsOf(work: () => Promise<unknown>): Promise<Arrived>
  close(): Promise<void>
}

export class Arrived {
  readonly all: readonly SunkMail[]
  constructor(all: readonly SunkMail[]) {
    this.all = all
  }

  /** Who got one, by the first part of their address, sorted. */
  get readers(): string[] {
    return this.all.map(({ to }) => to.map((address) => address.split('@')[0]).join()).sort()
  }

  /** The one mail that somebody got. */
  of(name: string): SunkMail {
    const mails = this.all.filter(({ to }) => to.some((address) => address.startsWith(`${name}@`)))
    assert.equal(mails.length, 1, `${name} got ${mails.length} mails; there are ${this.readers}`)
    return mails[0] as SunkMail
  }
}

export async function startMails(world: World): Promise<MailWorld> {
  const sink = new MailSink()
  const mailer = openMailer(await sink.listen(), from)
  const log = pino({ level: 'silent' })
  const sender = new MailSender({ database: world.database, mailer, clock: world.clock, log })
  const app = newApp(world.database, world.clock, { ...site, wake: () => sender.wake() })
  sender.start()
  const emptied = async (): Promise<void> => {
    while ((await nextMailAt(world.database)) !== null) {
      sender.wake()
      await sleep(2)
    }
  }
  const call = (request: Request) => send(app, { ...request, headers: request.headers ?? asksForMails })
  return {
    world,
    sink,
    sender,
    call,
    hand: (name) => handOf({ call }, world.a.tokens[name]),
    mailsOf: async (work) => {
      await emptied()
      sink.mails = []
      await work()
      await emptied()
      return new Arrived(sink.mails)
    },
    close: async () => {
      await sender.stop(1000)
      await app.close()
      await sink.close()
    },
  }
}
