// The daily topics as each of the five roles on a desktop, and as each kind of role on a phone.
import { dailyTopics } from './roles/role-topics.ts'
import { runFullMatrix } from './roles/run-role-tests.ts'

runFullMatrix(dailyTopics)
