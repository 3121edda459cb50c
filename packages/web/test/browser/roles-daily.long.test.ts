// The daily topics as each of the five roles on both screen sizes.
import { dailyTopics } from './roles/role-topics.ts'
import { runFullMatrix } from './roles/run-role-tests.ts'

runFullMatrix(dailyTopics)
