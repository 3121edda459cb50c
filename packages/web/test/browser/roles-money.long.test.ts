// The money topics as each of the five roles on a desktop, and as each kind of role on a phone.
import { moneyTopics } from './roles/role-topics.ts'
import { runFullMatrix } from './roles/run-role-tests.ts'

runFullMatrix(moneyTopics)
