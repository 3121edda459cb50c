// The shell topics as each of the five roles on both screen sizes.
import { shellTopics } from './roles/role-topics.ts'
import { runFullMatrix } from './roles/run-role-tests.ts'

runFullMatrix(shellTopics)
