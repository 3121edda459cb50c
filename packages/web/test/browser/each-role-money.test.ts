// Money as each role, on both sizes: invoices and payments, expenses, reports. What goes deeper has a journey of its own.
import { expenses } from './points/expenses.ts'
import { invoices } from './points/invoices.ts'
import { walkPoints } from './points/points.ts'
import { reports } from './points/reports.ts'

walkPoints({ 'invoices and payments': invoices, expenses, reports })
