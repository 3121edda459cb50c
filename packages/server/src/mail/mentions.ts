// People who are mentioned in a text: the editor stores <span data-mention="12">@Ada</span>, and nothing else counts as
// a mention. Whoever was not mentioned before is told, if they see the record and the field with the text.
import type { Notification, Resource, StoredRecord } from '../define/resource.ts'
import { quoteHtml, recordTitle } from './mail-text.ts'
import { type MailContent, type Recipient, tellPeople } from './write-mails.ts'

const mention = /<span data-mention="(\d+)">/g

/** No more people are told about one write: a text with the whole company in it is a mistake. */
const maxMentions = 50

const mentionedIn = (text: unknown): number[] =>
  typeof text === 'string' ? [...text.matchAll(mention)].map(([, id]) => Number(id)) : []

const addedTo = (field: string, previous: StoredRecord | null, current: StoredRecord): number[] => {
  const before = mentionedIn(previous?.[field])
  return mentionedIn(current[field]).filter((id) => !before.includes(id))
}

/** The record that is opened for a note. */
const parents: Readonly<Record<string, string>> = { taskid: 'task', milestoneid: 'milestone', requestid: 'request' }

const nameOf = ({ title, name, firstname, lastname }: Recipient['record']): string =>
  title ?? name ?? `${firstname ?? ''} ${lastname ?? ''}`.trim()

async function mentionMail(
  resource: Resource,
  fields: readonly string[],
  reader: Recipient,
): Promise<MailContent | null> {
  const { record, who, at } = reader
  const field = fields.find((name) => Object.hasOwn(record, name))
  if (field === undefined) return null
  const [key, parent] = Object.entries(parents).find(([name]) => resource.name.endsWith('note') && name in record) ?? []
  const shown = key === undefined ? record : await reader.read(String(parent), Number(record[key]))
  if (shown === null) return null
  const what = recordTitle(parent ?? resource.name, shown.localid, nameOf(shown))
  const flag = resource.fields[field]?.encryptedIf
  const isSecure = flag !== undefined && record[flag] === 't'
  return {
    subject: `You were mentioned: ${nameOf(shown)}`,
    blocks: [
      who === null ? `You were mentioned in ${what} on ${at}.` : `${who} mentioned you in ${what} on ${at}.`,
      ...(isSecure ? [] : quoteHtml(record[field])),
    ],
    because: 'you were mentioned',
    ...(key === undefined ? {} : { path: `${parent}/${record[key]}/` }),
  }
}

async function tellMentioned(resource: Resource, fields: readonly string[], context: Notification): Promise<number[]> {
  const { id, previous, current } = context
  const added = new Map(fields.map((field) => [field, addedTo(field, previous, current)]))
  const to = [...new Set([...added.values()].flat())].slice(0, maxMentions)
  if (to.length === 0) return []
  return tellPeople(context, {
    kind: 'mentioned',
    to,
    about: { resource: resource.name, id },
    mayBeEmpty: true,
    write: (reader) =>
      mentionMail(
        resource,
        fields.filter((field) => added.get(field)?.includes(reader.personid)),
        reader,
      ),
  })
}

/** The resource, whose mentioned people are told. They are not told a second time about the same write. */
export function withMentions(resource: Resource): Resource {
  const isWritableText = ([, { kind, settable }]: [string, Resource['fields'][string]]): boolean =>
    kind.type === 'html' && settable !== 'never'
  const fields = Object.entries(resource.fields)
    .filter(isWritableText)
    .map(([name]) => name)
  if (fields.length === 0) return resource
  const { notify, tellsNobody } = resource
  return {
    ...resource,
    notify: async (context) => {
      const told = await tellMentioned(resource, fields, context)
      await notify?.({ ...context, told })
    },
    tellsNobody: (change) =>
      (notify === undefined || tellsNobody?.(change) === true) &&
      fields.every((field) => mentionedIn(change.values[field]).length === 0),
  }
}
