// SQL for the e-mail address of a person: their oldest contact of the type e-mail. It does not check who may see the
// address; the code that selects it does.
import { accountSlot, type Fragment, slot, sql, statement } from '../io/sql.ts'

/** The address of the person that the statement joins as `person`. */
export const firstEmail: Fragment = sql`(select first.value from personcontact first where first.accountid = person.accountid
  and first.personid = person.id and first.contacttypeid = 1 order by first.id limit 1)`

export const emailContactId =
  statement(sql`select personcontact.id from personcontact where personcontact.accountid = ${accountSlot}
  and personcontact.personid = ${slot('id')} and personcontact.contacttypeid = 1 order by personcontact.id limit 1`)
