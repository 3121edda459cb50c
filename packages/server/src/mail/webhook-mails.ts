// The mail to the Administrators about a webhook that the server turned off because its receiver does not work. Nobody
// else may see webhooks.
import { administratorIds } from './recipients.ts'
import { type MailContext, tellPeople } from './write-mails.ts'

export async function notifyWebhookOff(context: MailContext, id: number, reason: string): Promise<void> {
  await tellPeople(context, {
    kind: 'webhookoff',
    to: await administratorIds(context.tx),
    alsoActor: true,
    about: { resource: 'webhook', id },
    write: ({ record: { url, description }, at }) => ({
      subject: 'A webhook was turned off',
      blocks: [
        `On ${at} Stint turned off the webhook to ${url}${description ? ` (${description})` : ''}: ${reason}.`,
        'Events are no longer sent to it. When the receiver works again, turn the webhook on, and replay the events that it missed.',
      ],
      because: 'you are an Administrator',
      path: 'app/settings?tab=webhooks',
    }),
  })
}
