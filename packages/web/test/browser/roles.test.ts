// The role tests that `npm test` runs; every role takes every topic in `npm run test:long`.
import { runEverydayRoles } from './roles/run-role-tests.ts'

runEverydayRoles()
