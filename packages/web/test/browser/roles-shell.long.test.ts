// The shell topics as each of the five roles on a desktop, and as each kind of role on a phone. Dates and numbers are
// tested once for the team and once for the client.
import { shellTopics } from './roles/role-topics.ts'
import { runFullMatrix } from './roles/run-role-tests.ts'

runFullMatrix(shellTopics)
