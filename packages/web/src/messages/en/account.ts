// English texts of signing in, choosing an account and setting up a new server.
import { plural } from './plural.ts'

export const account = {
  signIn: 'Sign in',
  notSignedIn: 'You are not signed in.',
  tryLater: (minutes: number) =>
    plural(minutes, {
      one: 'There were too many tries. Wait {n} minute, then try again.',
      other: 'There were too many tries. Wait {n} minutes, then try again.',
    }),
  welcomeBack: 'Work, time and invoices in one place.',
  username: 'User name',
  password: 'Password',
  demoTitle: 'This is the demo company. Look around as:',
  demoRoles: {
    Administrator: 'Administrator: approves and bills',
    Manager: 'Manager: leads projects',
    Resource: 'Resource: does the work',
    restricted: 'Resource: sees only own tasks',
    Executive: 'Executive: the client',
  },
  chooseAccount: 'Which company?',
  again: 'Your session has ended. Sign in again; what you typed is still here.',
  forgotten: 'Forgotten? An Administrator of your account can set a new password for you.',
  setupWaits: 'This server is new. Open the set-up link that it printed when it started.',
  setup: 'Set up Stint',
  setupText: 'A few things about your company and you; everything can be changed later.',
  company: 'Company',
  companyName: 'Company name',
  timezone: 'Time zone',
  timezoneHint: 'It decides which day it is for everyone.',
  currency: 'Currency',
  you: 'You',
  firstname: 'First name',
  lastname: 'Last name',
  email: 'E-mail',
  passwordHint: '8 to 256 characters.',
  start: 'Create the account',
}
