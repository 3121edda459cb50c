// The query of the mail server's settings, for Administrators. It says whether they may change them; whether mails are
// sent at all is a fact of the session.
import { sessionApi } from './session-api.ts'

export const mailSettingsQuery = { queryKey: ['mailsettings'], queryFn: sessionApi.mailSettings }
