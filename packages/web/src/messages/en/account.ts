// English texts of signing in, choosing an account and setting up a new server.
import { plural } from './plural.ts'

export const account = {
  signIn: 'Sign in',
  forgot: 'Forgot password?',
  askAdministrator: 'Forgot your password? Ask an Administrator for a reset link.',
  notSignedIn: "You're not signed in.",
  tryLater: (minutes: number) =>
    plural(minutes, {
      one: 'Too many attempts. Try again in {n} minute.',
      other: 'Too many attempts. Try again in {n} minutes.',
    }),
  welcomeBack: 'Projects, time and invoices in one place.',
  username: 'Username',
  password: 'Password',
  demoTitle: 'This is a demo company. Sign in as:',
  demoRoles: {
    Administrator: 'Administrator: runs the company',
    Manager: 'Manager: runs projects',
    Resource: 'Resource: works on tasks',
    restricted: 'Resource: sees only their own tasks',
    Executive: 'Executive: a client contact',
  },
  chooseAccount: 'Choose a company',
  again: 'Your session has expired. Sign in again to continue; nothing you typed is lost.',
  setupWaits: "This server isn't set up yet. Open the setup link that it printed when it started.",
  setup: 'Set up Stint',
  setupText: 'Enter a few details about your company and yourself. You can change them later.',
  setupUsed: 'This link was used',
  setupUsedText: 'This server is set up. Sign in with the username and password chosen then.',
  company: 'Company',
  companyName: 'Company name',
  timezone: 'Time zone',
  timezoneHint: 'Used for dates across your company.',
  currency: 'Currency',
  you: 'You',
  firstname: 'First name',
  lastname: 'Last name',
  email: 'Email',
  passwordHint: '8 to 256 characters.',
  start: 'Create account',
}
