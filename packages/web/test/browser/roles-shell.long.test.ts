// The shell topics as each of the five roles on a desktop, and as each kind of role on a phone.
import { shellTopics } from './roles/role-topics.ts'
import { runFullMatrix } from './roles/run-role-tests.ts'

runFullMatrix(shellTopics)
