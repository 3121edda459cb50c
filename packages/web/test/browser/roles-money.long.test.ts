// The money topics as each of the five roles on both screen sizes.
import { moneyTopics } from './roles/role-topics.ts'
import { runFullMatrix } from './roles/run-role-tests.ts'

runFullMatrix(moneyTopics)
