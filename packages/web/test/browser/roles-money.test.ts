// Money as each role, on both sizes: invoices and payments, expenses, reports. What goes deeper has a journey of its own.
import { expenses } from './roles/expenses.ts'
import { invoices } from './roles/invoices.ts'
import { reports } from './roles/reports.ts'
import { runRoleTests } from './roles/run-role-tests.ts'

runRoleTests({ 'invoices and payments': invoices, expenses, reports })
