// The role tests that `npm test` runs on a phone; every role takes every topic in `npm run test:long`.
import { runEverydayRoles } from './roles/run-role-tests.ts'

runEverydayRoles('phone')
