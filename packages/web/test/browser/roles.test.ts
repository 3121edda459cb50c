// The role tests that `npm test` runs, and those that are added at some instants (scripts/test-calendar.ts). Every role
// takes every topic in `npm run test:long`.
import { runSelectedRoles } from './roles/run-role-tests.ts'

runSelectedRoles()
