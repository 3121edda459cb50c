// The second transcription of what is not a table of records: the quota and the team of a project. Their methods, with
// and without an id in the path, and who may use them; the shape of their answers is for the tests that call them.
import type { EndpointTranscript } from './transcript.ts'

export const endpointTranscripts: Readonly<Record<string, EndpointTranscript>> = {
  quota: {
    uncounted: true,
    collection: { GET: 'AMRE' },
    member: {},
  },

  // Ours: what a mail with an invoice or an estimate may say.
  estimatemail: { collection: {}, member: { GET: 'AM' } },
  invoicemail: { collection: {}, member: { GET: 'AM' } },

  // The id in the path is the project's. Running programs also send the project in the body, without an id in the path.
  projectteam: {
    collection: { GET: 'AMRE', POST: 'A', PUT: 'A', DELETE: 'A' },
    member: { GET: 'A', POST: 'A', PUT: 'A', DELETE: 'A' },
  },
}
