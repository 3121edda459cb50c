// The contract: all responses of the server as an OpenAPI 3.1 document. It is a pure function of the definitions; a
// test compares it with the responses of a running server.
import type { Endpoint } from '../../define/endpoint.ts'
import type { Report } from '../../define/report.ts'
import type { Resource } from '../../define/resource.ts'
import { errorSchema, extensionMark, headers, parameters, responses } from './components.ts'
import { endpointPaths, endpointSchemas, publicPaths, reportPaths, reportSchemas } from './other-paths.ts'
import { resourcePaths } from './resource-paths.ts'
import { isExtension, resourceSchemas } from './resource-schemas.ts'
import type { Json, JsonObject } from './value-schemas.ts'
import { webhookSection } from './webhook-paths.ts'

export interface ContractSource {
  /** The version of the server. */
  readonly version: string
  readonly resources: ReadonlyMap<string, Resource>
  readonly endpoints: ReadonlyMap<string, Endpoint>
  readonly reports: ReadonlyMap<string, Report>
}

const description = `Clients, projects, people, tasks, time and invoices behind one REST API that speaks JSON and XML.

**Who you are.** The API token is the username of HTTP Basic; the password does not matter. What you see and may do depends
on your role: Administrator, Manager, Resource or Executive. A field marked \`x-hidden-from\` is not in the records of those
roles, and they can neither filter nor sort by it. A record that you may not see looks like one that is not there.

**Paths.** A slash at the end of a path means the same as none. \`HEAD\` works wherever \`GET\` does, \`OPTIONS\` names the methods
of a path in \`Allow\`; an unknown path is rejected with code 13, an unknown action with 15, a wrong method with 16.

**Formats.** \`Accept\` chooses the format of the response: JSON for \`application/json\` and everything that allows it, XML for
\`application/xml\`, and XML when there is no such header. Both have the same content. In JSON ids, numbers, hours and money are texts,
exact to the last digit; booleans are \`"t"\` and \`"f"\`; an absent link or date is null, and an empty element in XML.

**Bodies.** JSON or XML by \`Content-Type\`. A JSON body is the object with the fields, or that object under the resource's
name; the root of an XML body is the resource's name. Numbers may be sent as numbers or texts, booleans also as \`true\`,
\`false\`, 1 and 0, dates also as YYYY/MM/DD, times also with a \`T\`, ids of a list also as a list; a blank text clears a field
as null does. An unknown field is rejected with code 17, and all errors of a request are reported together.

**Lists.** \`limit\` (10 unless it is given, 0 for everything) and \`offset\` select a page; the order is total, so no page
repeats or leaves out a record. Of several values of one filter a record must match one, and it must match all filters.

**Quota.** Every request with a token counts once in the account's GMT day, except requests for the quota itself.

**Beyond the reference.** What is marked \`x-ours\` exists only here; programs written for the reference do not use it.`

const tagObject = (name: string, doc: string, beyond: boolean): JsonObject => ({
  name,
  description: doc,
  ...(beyond ? extensionMark : {}),
})

function allTags({ resources, endpoints }: ContractSource): readonly Json[] {
  const named = [
    ...[...resources.values()].map((resource) => tagObject(resource.name, resource.doc, isExtension(resource))),
    ...[...endpoints.values()].map(({ name, doc }) => tagObject(name, doc, false)),
  ].toSorted((a, b) => (String(a.name) < String(b.name) ? -1 : 1))
  return [
    ...named,
    tagObject('reports', 'Figures that are computed from many records.', true),
    tagObject('service', 'The server itself: its health and its contract.', true),
  ]
}

/** Merges the parts into one object; a duplicate name is an error. */
function mergeUnique(parts: readonly JsonObject[]): JsonObject {
  const all = parts.flatMap((part) => Object.entries(part))
  const names = all.map(([name]) => name)
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  if (twice !== undefined) throw new Error(`the contract has ${twice} twice`)
  return Object.fromEntries(all)
}

export function openapiDocument(contract: ContractSource): JsonObject {
  const { version, resources, endpoints, reports } = contract
  const each = <T>(all: ReadonlyMap<string, T>, part: (one: T) => JsonObject): JsonObject[] =>
    [...all.values()].map(part)
  return {
    openapi: '3.1.0',
    info: { title: 'Stint', version, summary: 'Self-hosted work management', description },
    servers: [{ url: '/', description: 'This server' }],
    security: [{ token: [] }, { bearer: [] }],
    tags: allTags(contract),
    paths: mergeUnique([
      ...each(resources, (resource) => resourcePaths(resource, resources)),
      ...each(endpoints, endpointPaths),
      ...each(reports, reportPaths),
      publicPaths,
    ]),
    webhooks: webhookSection,
    components: {
      securitySchemes: {
        token: {
          type: 'http',
          scheme: 'basic',
          description: 'The API token as the username; the password may be anything, or nothing',
        },
        bearer: { type: 'http', scheme: 'bearer', description: 'The same API token' },
      },
      schemas: mergeUnique([
        { Error: errorSchema },
        ...each(resources, (resource) => resourceSchemas(resource, resources)),
        ...each(endpoints, endpointSchemas),
        ...each(reports, reportSchemas),
      ]),
      parameters,
      headers,
      responses,
    },
  }
}
