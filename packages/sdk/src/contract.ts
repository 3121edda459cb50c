// Generated from the definitions of the server by `npm run generate`; a test checks that it is up to date.
// Change the definitions, not this file. A diff of this file shows how a change affects the API.
import type { IsoDate, IsoInstant } from './calendar.ts'
import type { Decimal, DecimalInput } from './decimal.ts'
import type { Download } from './download.ts'
import type { New } from './fields.ts'
import type { List } from './list.ts'
import type { ChangeOptions, DownloadOptions, ListOptions, RequestOptions } from './options.ts'
import type {
  Contract,
  Creates,
  Lists,
  ListsOf,
  Query,
  Reads,
  ReadsOne,
  Removes,
  Reports,
  Updates,
  UpdatesOne,
} from './resource.ts'
import type { FileInput } from './wire.ts'

/** The companies that projects belong to. */
export interface ClientRecord {
  /** Unique identifier. */
  id: number
  name: string
  /** Not shown to Resources and Executives. */
  datecreated?: IsoDate
  /** Not shown to Resources and Executives. */
  description?: string
  /** Not shown to Resources and Executives. */
  email?: string
  /** Not shown to Resources and Executives. */
  website?: string
  /** Not shown to Resources and Executives. */
  phone?: string
  /** Not shown to Resources and Executives. */
  fax?: string
  /** Not shown to Resources and Executives. */
  address?: string
  /** Addresses to which the last invoice was mailed, separated by commas; the next one suggests them. Not shown to Resources and Executives. */
  invoiceto?: string
  /** Addresses that get a copy, likewise. Not shown to Resources and Executives. */
  invoicecc?: string
  /** Addresses to which the last estimate was mailed, separated by commas; the next one suggests them. Not shown to Resources and Executives. */
  estimateto?: string
  /** Addresses that get a copy, likewise. Not shown to Resources and Executives. */
  estimatecc?: string
  /** 't' sends no reminders of unpaid invoices. Not shown to Resources and Executives. */
  remindersoff?: boolean
  /** Language of its invoices and their mails: en, de, fr or es; blank for the company's. Not shown to Resources and Executives. */
  language?: string
  /** Currency of its rates, expenses and new invoices, such as USD; blank for the company's. Nothing is converted. Not shown to Resources and Executives. */
  currency?: string
  active: boolean
  /** Local id without leading zeros. */
  localidunpadded: number
  /** Human-readable number, zero-padded. */
  localid: number
  /** What you may do to it; only with the option may. */
  may?: ('update' | 'delete')[]
}

export type ClientNew = New<
  ClientRecord,
  'name' | 'datecreated',
  | 'description'
  | 'email'
  | 'website'
  | 'phone'
  | 'fax'
  | 'address'
  | 'invoiceto'
  | 'invoicecc'
  | 'estimateto'
  | 'estimatecc'
  | 'remindersoff'
  | 'language'
  | 'currency'
  | 'active'
>
export type ClientChange = Partial<ClientNew>

export interface ClientFilter {
  /** By local ID. */
  localid?: number | readonly number[] | undefined
  /** Active or inactive clients. */
  active?: boolean | undefined
  /** Matches name, description, localid. */
  search?: string | undefined
  /** Only clients with active projects. */
  projectsonly?: boolean | undefined
}

export type ClientSort = 'id' | 'localid' | 'name' | 'datecreated'

/** How the account presents itself: its name, address and logo, its currency and time zone. */
export interface CompanyRecord {
  /** Unique identifier. */
  id: number
  name: string
  /** The account's time zone, by its IANA name: it decides which day it is. */
  timezone: string
  /** What budgets of projects are counted in: 'hours' or 'money'. Not shown to Resources and Executives. */
  budgetsin?: string
  /** Percentage of the daily quota that each person except Administrators can use; blank for no limit. Not shown to Managers, Resources and Executives. */
  quotashare?: number | null
  /** As ISO 4217 names it, such as EUR; blank for none. Clients may have another one. */
  currency: string
  /** Language of invoices and their mails, unless the client has one: en, de, fr or es; blank for English. */
  language: string
  /** Whether Managers may approve and reject weeks of the people on their projects; else only Administrators. */
  managersapprove: boolean
  /** Whether Managers may read the cost rates of people and the margin of their projects; else only Administrators. Not shown to Resources and Executives. */
  managersseecost?: boolean
  /** Minutes to which a timer is rounded when it becomes time; 0 keeps its seconds. */
  timerrounding: string
  /** 'nearest' or 'up'. A timer that ran becomes one step at least. */
  timerroundingmode: string
  /** Who must sign in with a second factor: 'none', 'administrators' or 'everyone'; from the next sign-in on. Not shown to Managers, Resources and Executives. */
  secondfactor?: string
  /** Minutes without a request after which a session of the web application ends. Not shown to Managers, Resources and Executives. */
  sessionidle?: number
  /** Days after which a session of the web application ends in any case. Not shown to Managers, Resources and Executives. */
  sessiondays?: number
  /** Whether the sample data is loaded. Not shown to Managers, Resources and Executives. */
  sampledata?: boolean | null
  /** As it is printed, line by line. */
  address: string
  taxnumber: string
  /** How clients pay, shown on the public page of an invoice. */
  paymentinfo: string
  /** Address where clients pay, with {number}, {balance} and {currency}; on invoices, in their mails and on their pages. */
  paylink: string
  /** Account for transfers, on invoices; those in EUR have a QR code. */
  iban: string
  /** Bank of this account. */
  bic: string
  /** Owner of this account; blank for the name of the company. */
  accountholder: string
  /** Subject of mails with invoices, with {number}, {title}, {project}, {client}, {company}, {total}, {balance}, {due}, {reference}, {paylink}; blank for the built-in one. Not shown to Resources and Executives. */
  invoicesubject?: string
  /** Text of these mails, with the same words. Not shown to Resources and Executives. */
  invoicetext?: string
  /** Numbers that invoices get when they are issued: 'none' keeps localid, 'continuous', or 'yearly' from 1 every year. Not shown to Resources and Executives. */
  numbering?: string
  /** What these numbers begin with, such as RE-. Not shown to Resources and Executives. */
  numberprefix?: string
  /** Digits of these numbers, with zeros before. Not shown to Resources and Executives. */
  numberdigits?: number
  /** The first number with the prefix; the following years begin with 1. Not shown to Resources and Executives. */
  numberstart?: number
  /** Days after the due date on which unpaid invoices are reminded of, such as 3,10,20; blank for no reminders. Not shown to Resources and Executives. */
  reminders?: string
  /** Subject of reminders; blank for the built-in one. Not shown to Resources and Executives. */
  remindersubject?: string
  /** Text of reminders, with the same words. Not shown to Resources and Executives. */
  remindertext?: string
  /** Name of the logo; none without one. */
  logofilename: string | null
  /** What you may do to it; only with the option may. */
  may?: ('update' | 'loadsample' | 'removesample')[]
}

export type CompanyChange = Partial<
  New<
    CompanyRecord,
    'name' | 'timezone' | 'budgetsin' | 'sessionidle' | 'sessiondays' | 'numberdigits' | 'numberstart',
    | 'quotashare'
    | 'currency'
    | 'language'
    | 'managersapprove'
    | 'managersseecost'
    | 'timerrounding'
    | 'timerroundingmode'
    | 'secondfactor'
    | 'address'
    | 'taxnumber'
    | 'paymentinfo'
    | 'paylink'
    | 'iban'
    | 'bic'
    | 'accountholder'
    | 'invoicesubject'
    | 'invoicetext'
    | 'numbering'
    | 'numberprefix'
    | 'reminders'
    | 'remindersubject'
    | 'remindertext'
  > & {
    /** A PNG or JPEG image, as a part of a multipart/form-data body; a blank removes it. */
    logo?: FileInput | null | undefined
  }
>

/** Subtypes of a contact type, such as work or mobile for a phone number. */
export interface ContactdescriptorRecord {
  /** Unique identifier. */
  id: number
  contacttypeid: number
  name: string
  /** What you may do to it; only with the option may. */
  may?: never[]
}

export interface ContactdescriptorFilter {
  /** Descriptors of that contact type. */
  contacttypeid: number
}

/** Kinds of contact information. */
export interface ContacttypeRecord {
  /** Unique identifier. */
  id: number
  name: string
  /** What you may do to it; only with the option may. */
  may?: never[]
}

/** Files of projects, tasks, milestones and work requests, with their versions. */
export interface DocumentRecord {
  /** Unique identifier. */
  id: number
  /** Who uploaded it; only Administrators can name someone else. Not shown to Executives. */
  personid?: number
  /** The file's name unless it is given. */
  title: string
  notes: string
  /** Name of the newest version. */
  filename: string
  /** Bytes of the newest version. */
  filesize: number
  /** Number of the newest version, counted from 1. */
  version: number
  /** Whether Executives see it: 'f' unless it is sent; documents of Executives are always public. */
  public: boolean
  active: boolean
  /** When it was uploaded first. */
  datecreated: IsoInstant
  datemodified: IsoInstant
  /** Its project; that of its task or milestone. */
  projectid: number | null
  taskid: number | null
  milestoneid: number | null
  /** The work request it came with. */
  queueid: number | null
  /** Comma-separated. */
  tags: string
  project: string | null
  clientid: number | null
  client: string | null
  /** Not shown to Executives. */
  person?: string | null
  projectlabel: string | null
  projectlabel_order: number | null
  projectlabelid: number | null
  /** What you may do to it; only with the option may. */
  may?: ('update' | 'delete')[]
}

export type DocumentNew = New<
  DocumentRecord,
  never,
  'personid' | 'title' | 'notes' | 'public' | 'active' | 'projectid' | 'taskid' | 'milestoneid' | 'queueid' | 'tags'
> & {
  /** The file, as a part of a multipart/form-data body; on update it becomes the next version. */
  file: FileInput
}
export type DocumentChange = Partial<DocumentNew>

export interface DocumentFilter {
  /** Only documents Executives may see. */
  public?: boolean | undefined
  /** Documents of the tasks. */
  taskid?: number | readonly number[] | undefined
  /** Documents of the milestones, or of tasks in them. */
  milestoneid?: number | readonly number[] | undefined
  /** Documents of the work requests. */
  queueid?: number | readonly number[] | undefined
  /** Documents of the clients' projects, tasks, milestones. */
  clientid?: number | readonly number[] | undefined
  /** Documents of the projects, their tasks or milestones. */
  projectid?: number | readonly number[] | undefined
  /** Documents of tasks having the module. */
  moduleid?: number | readonly number[] | undefined
  /** Originally uploaded by the persons. Not for Executives. */
  personid?: number | readonly number[] | undefined
  /** Matches title, notes, filename, tags. */
  search?: string | undefined
  /** Documents of active projects, or all others. */
  projectactive?: boolean | undefined
  /** Leaves out documents of tasks that the person neither owns, is assigned to nor follows. Not for Executives. */
  taskassignedorownedby?: number | undefined
  /** Documents with the tag. */
  tag?: string | undefined
  /** Uploaded on or after. */
  datebegin?: IsoDate | undefined
  /** Uploaded on or before. */
  dateend?: IsoDate | undefined
  /** The document with the id. */
  id?: number | undefined
}

export type DocumentSort =
  | 'id'
  | 'personid'
  | 'title'
  | 'public'
  | 'datemodified'
  | 'active'
  | 'projectlabelid'
  | 'projectlabel'
  | 'projectabel_order'
  | 'projectlabel_order'

/** The versions of a document: which file, who sent it and when. */
export interface DocumentversionRecord {
  /** Unique identifier. */
  id: number
  documentid: number
  /** Counted from 1. */
  version: number
  filename: string
  /** Bytes. */
  filesize: number
  /** When it was sent. */
  date: IsoInstant
  /** Who sent it. Not shown to Executives. */
  personid?: number
  /** Full name. Not shown to Executives. */
  person?: string
  /** What you may do to it; only with the option may. */
  may?: never[]
}

export interface DocumentversionFilter {
  /** Versions of the documents. */
  documentid: number | readonly number[]
}

export type DocumentversionSort = 'id' | 'version' | 'date'

/** Estimates of projects, which clients accept or decline. */
export interface EstimateRecord {
  /** Unique identifier. */
  id: number
  projectid: number
  /** Number of the estimate, zero-padded; never given twice. */
  localid: number
  title: string
  date: IsoDate
  /** Last day on which the client can accept it; blank for no limit. */
  validuntil: IsoDate | null
  description: string
  addressfrom: string
  addressto: string
  purchaseorder: string
  disclaimer: string
  /** Percentage of the subtotal. */
  tax: Decimal | null
  /** Second tax in percent. */
  secondtax: Decimal | null
  /** 't' when the second tax is on the first one too. */
  secondtaxcompound: boolean
  /** Currency of its amounts; that of its client unless sent. Blank when neither client nor company have one. */
  currency: string
  /** draft, sent, accepted or declined. */
  state: string
  /** 't' when it was sent, nobody has decided, and its last day is over. */
  expired: boolean
  /** How often it was sent. */
  revision: number
  /** When it was sent last. */
  datesent: IsoInstant | null
  /** Who sent it last. Not shown to Executives. */
  sentby?: number | null
  /** Addresses that it was mailed to; blank if it was sent in the application only. Not shown to Executives. */
  sentto?: string
  /** Why the mail server has not taken its last mail so far; blank otherwise. Not shown to Executives. */
  mailerror?: string
  /** When it was accepted or declined. */
  datedecided: IsoInstant | null
  /** Who accepted or declined it in the application. */
  decidedby: number | null
  /** The name that was typed on the public page to decide. */
  signedby: string
  /** Name of that person, or the one that was typed. */
  decider: string | null
  /** 't' when the decision was recorded on behalf of the client. */
  onbehalf: boolean
  /** Comment on the decision. */
  decisionnote: string
  /** The invoice that it was converted to. Not shown to Executives. */
  invoiceid?: number | null
  /** Number of that invoice; blank if it was deleted. Not shown to Executives. */
  invoicenumber?: string | null
  /** Number of its lines. */
  numitems: number
  /** Sum of its lines. */
  subtotal: Decimal
  taxamount: Decimal | null
  secondtaxamount: Decimal | null
  /** Subtotal and taxes. */
  total: Decimal
  project: string
  client: string | null
  clientid: number | null
  /** What you may do to it; only with the option may. */
  may?: ('update' | 'delete' | 'send' | 'mail' | 'link' | 'unlink' | 'reopen' | 'accept' | 'decline' | 'convert')[]
}

export type EstimateNew = New<
  EstimateRecord,
  'projectid' | 'title' | 'date',
  | 'validuntil'
  | 'description'
  | 'addressfrom'
  | 'addressto'
  | 'purchaseorder'
  | 'disclaimer'
  | 'tax'
  | 'secondtax'
  | 'secondtaxcompound'
  | 'currency'
>
export type EstimateChange = Partial<EstimateNew>

export interface EstimateFilter {
  /** By number. */
  localid?: number | readonly number[] | undefined
  /** Estimates of the clients. */
  clientid?: number | readonly number[] | undefined
  /** Estimates of the projects. */
  projectid?: number | readonly number[] | undefined
  /** Those that were converted to the invoices. Not for Executives. */
  invoiceid?: number | readonly number[] | undefined
  /** Dated on or after. */
  datebegin?: IsoDate | undefined
  /** Dated on or before. */
  dateend?: IsoDate | undefined
  /** By their state. */
  state?: string | undefined
  /** Expired estimates, or all others. */
  expired?: boolean | undefined
  /** Matches title, description, number, purchase order and both addresses. */
  search?: string | undefined
}

export type EstimateSort = 'id' | 'localid' | 'date' | 'validuntil' | 'title' | 'project' | 'client' | 'state' | 'total'

/** Lines of estimates. */
export interface EstimateitemRecord {
  /** Unique identifier. */
  id: number
  estimateid: number
  name: string
  description: string
  quantity: Decimal | null
  rate: Decimal | null
  /** Quantity times rate, rounded to cents, where both are there. */
  amount: Decimal
  /** What you may do to it; only with the option may. */
  may?: ('update' | 'delete')[]
}

export type EstimateitemNew = New<
  EstimateitemRecord,
  'estimateid' | 'name' | 'amount',
  'description' | 'quantity' | 'rate'
>
export type EstimateitemChange = Partial<Omit<EstimateitemNew, 'estimateid'>>

export interface EstimateitemFilter {
  /** Lines of the estimate. */
  estimateid: number
}

export type EstimateitemSort = 'id' | 'name' | 'quantity' | 'rate' | 'amount'

/** Costs booked on a project. */
export interface ExpenseRecord {
  /** Unique identifier. */
  id: number
  projectid: number
  /** Who incurred it; the person saving it unless another is named. Not shown to Executives. */
  personid?: number
  /** Day incurred. */
  date: IsoDate
  /** Internal cost. Not shown to Executives. */
  expense?: Decimal
  /** Amount charged to the client; equals the expense when there is no mark-up. Not needed with markup. */
  fee: Decimal
  note: string
  project: string
  clientid: number | null
  client: string | null
  /** Not shown to Executives. */
  person?: string | null
  /** Currency of its amounts, which is that of the client. */
  currency: string
  categoryid: number | null
  category: string | null
  /** Who paid: the 'company', or the 'person', to whom the company owes it then. Not shown to Executives. */
  paidby?: string
  /** Percentage that is added to the expense; the fee is then computed, in whole cents. Blank for a fee that is entered. Not shown to Executives. */
  markup?: Decimal | null
  /** Whether its fee can be added to an invoice; 'f' for one that is not charged. */
  billable: boolean
  /** The invoice that it is on; it cannot be changed then, except for a receipt that is missing. */
  invoiceid: number | null
  /** Name of the receipt; none without one. Not shown to Executives. */
  receiptfilename?: string | null
  /** Bytes of the receipt. Not shown to Executives. */
  receiptfilesize?: number | null
  /** What you may do to it; only with the option may. */
  may?: ('update' | 'delete')[]
}

export type ExpenseNew = New<
  ExpenseRecord,
  'projectid' | 'date' | 'expense',
  'personid' | 'fee' | 'note' | 'categoryid' | 'paidby' | 'markup' | 'billable'
> & {
  /** The receipt, as a part of a multipart/form-data body; a blank removes it. */
  receipt?: FileInput | null | undefined
}
export type ExpenseChange = Partial<ExpenseNew>

export interface ExpenseFilter {
  /** Expenses of the projects. */
  projectid?: number | readonly number[] | undefined
  /** Added by the persons. Not for Executives. */
  personid?: number | readonly number[] | undefined
  /** Expenses of projects of the clients. */
  clientid?: number | readonly number[] | undefined
  /** Expenses of projects managed by the persons. */
  managerid?: number | readonly number[] | undefined
  /** On or after. */
  datebegin?: IsoDate | undefined
  /** On or before. */
  dateend?: IsoDate | undefined
  /** Exactly on that date. */
  date?: IsoDate | undefined
  /** Expenses of the categories. */
  categoryid?: number | readonly number[] | undefined
  /** Paid by the company, or by the person. Not for Executives. */
  paidby?: string | undefined
  /** Billable or unbillable. */
  billable?: boolean | undefined
  /** On an invoice, or not yet. */
  invoiced?: boolean | undefined
}

export type ExpenseSort =
  | 'id'
  | 'projectid'
  | 'date'
  | 'expense'
  | 'fee'
  | 'note'
  | 'personid'
  | 'project'
  | 'client'
  | 'person'

/** Categories of expenses. */
export interface ExpensecategoryRecord {
  /** Unique identifier. */
  id: number
  name: string
  /** Order in lists, lower first. */
  priority: number
  active: boolean
  /** What you may do to it; only with the option may. */
  may?: ('update' | 'delete')[]
}

export type ExpensecategoryNew = New<ExpensecategoryRecord, 'name' | 'priority', 'active'>
export type ExpensecategoryChange = Partial<ExpensecategoryNew>

export interface ExpensecategoryFilter {
  /** Active or inactive ones only. */
  active?: boolean | undefined
}

/** The four access levels. */
export interface GroupRecord {
  /** Unique identifier. */
  id: number
  /** Administrator, Manager, Resource or Executive. */
  name: string
  /** What you may do to it; only with the option may. */
  may?: never[]
}

/** Invoices of projects. */
export interface InvoiceRecord {
  /** Unique identifier. */
  id: number
  projectid: number
  date: IsoDate
  /** 6 is the term of one's own: termother names it, termotherdatedue says when it ends. */
  termid: number
  /** Name of the term when termid is 6. */
  termother: string
  /** Required when termid is 6. */
  termotherdatedue: IsoDate | null
  title: string
  description: string
  /** Invoice number, zero-padded; never given twice. */
  localid: number
  addressfrom: string
  addressto: string
  purchaseorder: string
  /** Percentage of the subtotal. */
  tax: Decimal | null
  disclaimer: string
  /** A new invoice that has it is prefilled. Not shown to Executives. */
  datebegin?: IsoDate | null
  /** A new invoice that has it is prefilled. Not shown to Executives. */
  dateend?: IsoDate | null
  second_tax: Decimal | null
  second_tax_compound: boolean
  project: string
  client: string | null
  clientid: number | null
  term: string | null
  /** Day of the payment that closed it. */
  datepaid: IsoDate | null
  /** Sum of its lines. */
  subtotal: Decimal
  taxamount: Decimal | null
  secondtaxamount: Decimal | null
  /** Number of its lines. */
  numitems: number
  /** Subtotal and taxes. */
  total: Decimal
  /** Payments applied to it. */
  payments: Decimal
  /** Total less payments and issued credit notes; 0 for a credit note. */
  balance: Decimal
  datedue: IsoDate | null
  /** 0 when it is not overdue. */
  daysoverdue: number
  /** How late it was paid; empty when it was in time. */
  daysoverduepaid: number | null
  /** outstanding, overdue, paid or void. */
  status: string
  projectlabel: string | null
  projectlabel_order: number | null
  projectlabelid: number | null
  /** When it was issued; from then on it cannot be changed. */
  dateissued: IsoInstant | null
  /** 't' hides a new invoice from Executives until it is issued; issuing makes it 'f'. */
  draft: boolean
  /** 't' leaves hours after the account's today out of a prefilled invoice, each time its hours are imported. Not shown to Executives. */
  excludefuture?: boolean
  /** 't' leaves hours of weeks that are not approved out of a prefilled invoice. Not shown to Executives. */
  excludeunapproved?: boolean
  /** How the hours of a prefilled invoice are grouped into lines: worktype, task, person, day or entry; within each by work type and rate. Not shown to Executives. */
  groupby?: string
  /** Number as clients see it: localid, or in the form of the company for what was issued with one. It never changes then. */
  number: string
  /** Currency of its amounts; that of its client unless sent. Blank when neither client nor company have one. */
  currency: string
  /** When it was voided. */
  datevoided: IsoInstant | null
  /** The invoice that this credit note credits; blank for an invoice. */
  creditof: number | null
  /** Day on which it was mailed last, or marked as sent. Not shown to Executives. */
  datesent?: IsoDate | null
  /** To whom it was mailed last. Not shown to Executives. */
  sentto?: string
  /** Why the mail server has not taken the last mail so far; blank otherwise. Not shown to Executives. */
  mailerror?: string
  /** 't' when no reminders of it are sent. Not shown to Executives. */
  remindersoff?: boolean
  /** How much less is billed than its hours times the rates of their days, because entries were written down. Not shown to Executives. */
  writtendown?: Decimal
  /** What you may do to it; only with the option may. */
  may?: (
    | 'update'
    | 'delete'
    | 'mail'
    | 'reminders'
    | 'link'
    | 'unlink'
    | 'marksent'
    | 'exclude'
    | 'include'
    | 'move'
    | 'writedown'
    | 'addexpenses'
    | 'credit'
    | 'duplicate'
    | 'import'
    | 'issue'
    | 'void'
  )[]
}

export type InvoiceNew = New<
  InvoiceRecord,
  'projectid' | 'date' | 'termid' | 'title',
  | 'termother'
  | 'termotherdatedue'
  | 'description'
  | 'addressfrom'
  | 'addressto'
  | 'purchaseorder'
  | 'tax'
  | 'disclaimer'
  | 'datebegin'
  | 'dateend'
  | 'draft'
  | 'excludefuture'
  | 'excludeunapproved'
  | 'groupby'
  | 'currency'
> & {
  /** Second tax in percent; read as second_tax. */
  secondtax?: DecimalInput | null | undefined
  /** 't' when the second tax is on the first one too; read as second_tax_compound. */
  secondtaxcompound?: boolean | undefined
}
export type InvoiceChange = Partial<Omit<InvoiceNew, 'draft'>>

export interface InvoiceFilter {
  /** By invoice number. */
  localid?: number | readonly number[] | undefined
  /** By the number that clients see. */
  number?: string | undefined
  /** Invoices of the clients. */
  clientid?: number | readonly number[] | undefined
  /** Invoices of the projects. */
  projectid?: number | readonly number[] | undefined
  /** Dated on or after. */
  datebegin?: IsoDate | undefined
  /** Dated on or before. */
  dateend?: IsoDate | undefined
  /** outstanding (not paid) or paid; also overdue and void. */
  status?: string | undefined
  /** Those that were issued, or those that can still change. */
  issued?: boolean | undefined
  /** Credit notes of the invoices. */
  creditof?: number | readonly number[] | undefined
  /** Matches title, description, number, localid, purchase order and both addresses. */
  search?: string | undefined
}

export type InvoiceSort =
  | 'id'
  | 'projectid'
  | 'date'
  | 'title'
  | 'description'
  | 'localid'
  | 'purchaseorder'
  | 'project'
  | 'client'
  | 'datepaid'
  | 'subtotal'
  | 'total'
  | 'payments'
  | 'balance'
  | 'datedue'
  | 'daysoverdue'
  | 'projectlabelid'
  | 'projectlabel'
  | 'projectabel_order'
  | 'projectlabel_order'

/** Lines of invoices. */
export interface InvoiceitemRecord {
  /** Unique identifier. */
  id: number
  invoiceid: number
  name: string
  /** On a line built from time, only this and position can be changed. */
  description: string
  /** Hours, on a line built from time. */
  quantity: Decimal | null
  rate: Decimal | null
  /** Quantity times rate, rounded to cents, where both are there. */
  amount: Decimal
  /** 't' when a person wrote it or it bills an expense, 'f' when it was built from time. */
  custom: boolean
  /** The expense that it bills; only its name and description can be changed then. */
  expenseid: number | null
  /** Place on the invoice, counted from 1 without gaps; a line without it, or with a larger one, is the last. The others shift. */
  position: number
  /** How much less is billed than the hours times the rate of their day; not 0 on the line of an entry that was written down. Not shown to Executives. */
  writtendown?: Decimal
  /** What you may do to it; only with the option may. */
  may?: ('update' | 'delete')[]
}

export type InvoiceitemNew = New<
  InvoiceitemRecord,
  'invoiceid' | 'name' | 'amount',
  'description' | 'quantity' | 'rate' | 'position'
>
export type InvoiceitemChange = Partial<InvoiceitemNew>

export interface InvoiceitemFilter {
  /** Lines of the invoice. */
  invoiceid: number
}

export type InvoiceitemSort = 'id' | 'invoiceid' | 'name' | 'description' | 'quantity' | 'rate' | 'amount' | 'position'

/** Notes and automatic history of invoices. */
export interface InvoicenoteRecord {
  /** Unique identifier. */
  id: number
  invoiceid: number
  authorid: number
  /** Title, or what happened. */
  title: string
  /** Empty on automatic notes. */
  note: string
  /** When it was written, UTC. */
  date: IsoInstant
  /** What an automatic note tells of: a list of the changed fields, old and new, that its reader may see. */
  actions: string
  author: string | null
  /** What you may do to it; only with the option may. */
  may?: ('update' | 'delete')[]
}

export type InvoicenoteNew = New<InvoicenoteRecord, 'invoiceid' | 'title', 'note' | 'date'>
export type InvoicenoteChange = Partial<InvoicenoteNew>

export interface InvoicenoteFilter {
  /** Notes of the invoice. */
  invoiceid: number
  /** Written by the person. */
  authorid?: number | undefined
}

/** Payment terms. */
export interface InvoicetermRecord {
  /** Unique identifier. */
  id: number
  name: string
  /** Days until an invoice is due; required, and empty only for the term whose due day is named on the invoice. */
  duration: number | null
  /** Order in lists, lower first. */
  priority: number
  /** What you may do to it; only with the option may. */
  may?: ('update' | 'delete')[]
}

export type InvoicetermNew = New<InvoicetermRecord, 'name' | 'priority', 'duration'>
export type InvoicetermChange = Partial<InvoicetermNew>

/** The signed-in person. */
export interface MeRecord {
  /** Unique identifier. */
  id: number
  localid: number
  /** Client the person is associated with; empty for team members. */
  clientid: number | null
  title: string
  firstname: string
  lastname: string
  /** Whether the person is the primary account holder. */
  primaryaccount: boolean
  /** Short description of the person. */
  notes: string
  /** Joins the team of all future projects. */
  allprojects: boolean
  /** 't' hides contact information from Resource and Executive users. */
  private: boolean
  /** In-app tips enabled. */
  tips: boolean
  /** Username; a blank means that the person cannot sign in. */
  username: string
  /** Required for a person who can sign in. */
  groupid: number
  group: string
  client: string | null
  numlogins: number
  lastlogin: IsoInstant | null
  /** Label of the time zone, not an offset. */
  timezone_offset: string
  /** Sees only tasks they own, are assigned to or follow. Not shown to Administrators, Managers and Executives. */
  restricttasks?: boolean
  clientlocalid: number | null
  calendarorientation: number
  /** '0' when the rich text editor is enabled. */
  editordisabled: number
  /** Times are shown in it; the current day is that of the account. */
  timezone: string
  /** Mails the person does not want: any of taskassigned, taskchanged, taskcommented, milestone, projectnote, requestreceived, requestaccepted, timesheetsubmitted, timesheetapproved, timesheetrejected, budgetalert, newlogin, mentioned, duetomorrow, recurringcreated, recurringwaiting, estimateaccepted, estimatedeclined, mailfailed, requestcommented. */
  notificationsoff: string
  /** Kinds that the person wants in one mail per hour: any of taskassigned, taskchanged, taskcommented, milestone, projectnote, requestreceived, requestaccepted, timesheetsubmitted, timesheetapproved, timesheetrejected, budgetalert, mentioned, duetomorrow, recurringcreated, recurringwaiting, estimateaccepted, estimatedeclined, mailfailed, requestcommented. */
  mailhourly: string
  /** Kinds that the person wants in one mail per day: any of taskassigned, taskchanged, taskcommented, milestone, projectnote, requestreceived, requestaccepted, timesheetsubmitted, timesheetapproved, timesheetrejected, budgetalert, mentioned, duetomorrow, recurringcreated, recurringwaiting, estimateaccepted, estimatedeclined, mailfailed, requestcommented. */
  maildaily: string
  /** Kinds that the application does not show to the person: any of taskassigned, taskchanged, taskcommented, milestone, projectnote, requestreceived, requestaccepted, timesheetsubmitted, timesheetapproved, timesheetrejected, budgetalert, mentioned, duetomorrow, recurringcreated, recurringwaiting, estimateaccepted, estimatedeclined, mailfailed, requestcommented. */
  inappoff: string
  /** What you may do to it; only with the option may. */
  may?: 'update'[]
}

export type MeChange = Partial<New<MeRecord, 'timezone', 'notificationsoff' | 'mailhourly' | 'maildaily' | 'inappoff'>>

/** Dated goals of a project that group tasks. */
export interface MilestoneRecord {
  /** Unique identifier. */
  id: number
  /** Human-readable number. */
  localid: number
  projectid: number
  /** Not shown to Executives. */
  ownerid?: number[]
  title: string
  datedue: IsoDate
  description: string
  complete: boolean
  project: string
  projectlocalid: number
  clientid: number | null
  client: string | null
  clientlocalid: number | null
  /** Not shown to Executives. */
  owners?: string
  /** Percent of its tasks that are closed. */
  progress: number | null
  /** Sum of the estimates of its tasks. */
  estimate: Decimal | null
  /** Hours logged on its tasks. */
  actual: Decimal | null
  projectlabel: string | null
  projectlabel_order: number | null
  projectlabelid: number | null
  /** What you may do to it; only with the option may. */
  may?: ('update' | 'delete')[]
}

export type MilestoneNew = New<
  MilestoneRecord,
  'projectid' | 'ownerid' | 'title' | 'datedue' | 'complete',
  'description'
>
export type MilestoneChange = Partial<MilestoneNew>

export interface MilestoneFilter {
  /** By milestone number. */
  localid?: number | readonly number[] | undefined
  /** Matches title, description, notes, localid. */
  search?: string | undefined
  /** Milestones of the clients; -1 adds those of projects without a client. */
  clientid?: number | readonly number[] | undefined
  /** Milestones of the projects. */
  projectid?: number | readonly number[] | undefined
  /** Owned by the persons. Not for Executives. */
  ownerid?: number | readonly number[] | undefined
  /** Owned by the persons, or with tasks they are assigned to, own or follow. Not for Executives. */
  hasmilestonerelation?: number | readonly number[] | undefined
  /** Complete or incomplete. */
  complete?: boolean | undefined
  /** Due on or after. */
  dateduebegin?: IsoDate | undefined
  /** Due on or before. */
  datedueend?: IsoDate | undefined
  /** Title containing the string. */
  title?: string | undefined
}

export type MilestoneSort =
  | 'id'
  | 'localid'
  | 'projectid'
  | 'clientid'
  | 'datedue'
  | 'title'
  | 'description'
  | 'progress'
  | 'estimate'
  | 'actual'
  | 'owner'
  | 'projectlabelid'
  | 'projectlabel'
  | 'projectabel_order'
  | 'projectlabel_order'

/** Comments and automatic history of milestones. */
export interface MilestonenoteRecord {
  /** Unique identifier. */
  id: number
  milestoneid: number
  /** What happened. */
  title: string
  /** When it was written, UTC. */
  date: IsoInstant
  /** Not shown to Executives. */
  authorid?: number
  /** Empty on automatic notes. */
  note: string
  /** 't' shows the note to Executives; notes of Executives are always public. */
  public: boolean
  /** What an automatic note tells of: a list of the changed fields, old and new, that its reader may see. */
  actions: string
  /** Not shown to Executives. */
  author?: string | null
  /** What you may do to it; only with the option may. */
  may?: ('update' | 'delete')[]
}

export type MilestonenoteNew = New<MilestonenoteRecord, 'milestoneid' | 'note', 'public'>
export type MilestonenoteChange = Partial<MilestonenoteNew>

export interface MilestonenoteFilter {
  /** Notes of the milestone. */
  milestoneid: number
}

/** Default modules (task categories) of the account; active ones are copied into every new project. */
export interface ModuleRecord {
  /** Unique identifier. */
  id: number
  name: string
  description: string
  active: boolean
  /** What you may do to it; only with the option may. */
  may?: ('update' | 'delete')[]
}

export type ModuleNew = New<ModuleRecord, 'name' | 'active', 'description'>
export type ModuleChange = Partial<ModuleNew>

export interface ModuleFilter {
  /** Active or inactive ones only. */
  active?: boolean | undefined
}

/** Money received for projects. */
export interface PaymentRecord {
  /** Unique identifier. */
  id: number
  projectid: number
  date: IsoDate
  amount: Decimal
  typeid: number
  /** Number of the check or of the transfer. */
  reference: string
  note: string
  /** The invoice it is applied to; one of its own project. */
  invoiceid: number | null
  type: string
  project: string
  clientid: number | null
  client: string | null
  /** Who recorded it. Not shown to Executives. */
  personid?: number
  /** Not shown to Executives. */
  person?: string | null
  invoicelocalid: number | null
  /** Number of the invoice as clients see it. */
  invoicenumber: string | null
  /** Currency of its invoice; without an invoice, of the client when it was recorded. */
  currency: string
  /** What you may do to it; only with the option may. */
  may?: ('update' | 'delete' | 'split')[]
}

export type PaymentNew = New<
  PaymentRecord,
  'projectid' | 'date' | 'amount' | 'typeid',
  'reference' | 'note' | 'invoiceid'
>
export type PaymentChange = Partial<PaymentNew>

export interface PaymentFilter {
  /** Of the client. */
  clientid?: number | undefined
  /** Of the project. */
  projectid?: number | undefined
  /** Recorded by the persons. Not for Executives. */
  personid?: number | readonly number[] | undefined
  /** On that day. */
  date?: IsoDate | undefined
  /** Of the payment type. */
  typeid?: number | undefined
  /** Applied to the invoice. */
  invoiceid?: number | undefined
}

export type PaymentSort =
  | 'id'
  | 'projectid'
  | 'date'
  | 'amount'
  | 'typeid'
  | 'reference'
  | 'note'
  | 'invoiceid'
  | 'type'
  | 'project'
  | 'client'

/** Kinds of payment. */
export interface PaymenttypeRecord {
  /** Unique identifier. */
  id: number
  name: string
  /** Order in lists, lower first. */
  priority: number
  /** What you may do to it; only with the option may. */
  may?: ('update' | 'delete')[]
}

export type PaymenttypeNew = New<PaymenttypeRecord, 'name' | 'priority', never>
export type PaymenttypeChange = Partial<PaymenttypeNew>

/** People: users of the four roles and client contacts who cannot sign in. In a path, `me` in place of the id is you. */
export interface PersonRecord {
  /** Unique identifier. */
  id: number
  localid: number
  /** Client the person is associated with; empty for team members. */
  clientid: number | null
  /** Not shown to Resources and Executives. */
  title?: string
  firstname: string
  lastname: string
  /** Whether the person is the primary account holder. */
  primaryaccount: boolean
  /** Short description of the person. Not shown to Resources and Executives. */
  notes?: string
  /** Joins the team of all future projects. Not shown to Resources and Executives. */
  allprojects?: boolean
  active: boolean
  /** 't' hides contact information from Resource and Executive users. Not shown to Resources and Executives. */
  private?: boolean
  /** In-app tips enabled. */
  tips: boolean
  /** Username; a blank means that the person cannot sign in. Not shown to Resources and Executives. */
  username?: string
  /** Required for a person who can sign in. */
  groupid: number | null
  group: string | null
  client: string | null
  /** Not shown to Resources and Executives. */
  numlogins?: number
  /** Not shown to Resources and Executives. */
  lastlogin?: IsoInstant | null
  /** Not shown to Resources and Executives. */
  timezone?: string
  /** Label of the time zone, not an offset. Not shown to Resources and Executives. */
  timezone_offset?: string
  /** Sees only tasks they own, are assigned to or follow. Not shown to Resources and Executives. */
  restricttasks?: boolean
  clientlocalid: number | null
  calendarorientation: number
  /** '0' when the rich text editor is enabled. */
  editordisabled: number
  /** Required for a new person who can sign in; otherwise edited through personcontact. */
  email: string | null
  /** Not shown to Managers, Resources and Executives. */
  hourlyrate?: Decimal | null
  /** Not shown to Resources and Executives. */
  cancomment?: boolean
  /** On the mail-queue list: sees the work requests that belong to no project. Not shown to Resources and Executives. */
  mailqueue?: boolean
  /** Hours that the person works in a week, from 0 to 168 with up to two decimals; blank when not set. Not shown to Resources and Executives. */
  weeklyhours?: Decimal | null
  /** What an hour of the person costs the company, in its currency; blank when not set. For Administrators, and for Managers if company.managersseecost allows it: others read a blank. Not shown to Resources and Executives. */
  costrate?: Decimal | null
  /** Mails the person does not want: any of taskassigned, taskchanged, taskcommented, milestone, projectnote, requestreceived, requestaccepted, timesheetsubmitted, timesheetapproved, timesheetrejected, budgetalert, newlogin, mentioned, duetomorrow, recurringcreated, recurringwaiting, estimateaccepted, estimatedeclined, mailfailed, requestcommented. Not shown to Resources and Executives. */
  notificationsoff?: string
  /** Kinds that the person wants in one mail per hour: any of taskassigned, taskchanged, taskcommented, milestone, projectnote, requestreceived, requestaccepted, timesheetsubmitted, timesheetapproved, timesheetrejected, budgetalert, mentioned, duetomorrow, recurringcreated, recurringwaiting, estimateaccepted, estimatedeclined, mailfailed, requestcommented. Not shown to Resources and Executives. */
  mailhourly?: string
  /** Kinds that the person wants in one mail per day: any of taskassigned, taskchanged, taskcommented, milestone, projectnote, requestreceived, requestaccepted, timesheetsubmitted, timesheetapproved, timesheetrejected, budgetalert, mentioned, duetomorrow, recurringcreated, recurringwaiting, estimateaccepted, estimatedeclined, mailfailed, requestcommented. Not shown to Resources and Executives. */
  maildaily?: string
  /** Kinds that the application does not show to the person: any of taskassigned, taskchanged, taskcommented, milestone, projectnote, requestreceived, requestaccepted, timesheetsubmitted, timesheetapproved, timesheetrejected, budgetalert, mentioned, duetomorrow, recurringcreated, recurringwaiting, estimateaccepted, estimatedeclined, mailfailed, requestcommented. Not shown to Resources and Executives. */
  inappoff?: string
  /** What you may do to it; only with the option may. */
  may?: ('update' | 'delete' | 'permit')[]
}

export type PersonNew = New<
  PersonRecord,
  'firstname',
  | 'clientid'
  | 'title'
  | 'lastname'
  | 'notes'
  | 'allprojects'
  | 'active'
  | 'private'
  | 'username'
  | 'groupid'
  | 'email'
  | 'mailqueue'
  | 'weeklyhours'
  | 'costrate'
  | 'notificationsoff'
  | 'mailhourly'
  | 'maildaily'
  | 'inappoff'
> & {
  /** Password of the person; never shown. */
  password?: string | undefined
}
export type PersonChange = Partial<PersonNew>

export interface PersonFilter {
  /** By local ID. */
  localid?: number | readonly number[] | undefined
  /** Usernames matching. Not for Resources and Executives. */
  username?: string | undefined
  /** Emails matching. */
  email?: string | undefined
  /** First names matching. */
  firstname?: string | undefined
  /** Last names matching. */
  lastname?: string | undefined
  /** Excludes people in those groups. */
  excludegroupids?: number | readonly number[] | undefined
  /** People with access to the projects. */
  projectid?: number | readonly number[] | undefined
  /** People associated with the client. */
  clientid?: number | readonly number[] | undefined
  /** People with access to projects of the clients. */
  projectclientid?: number | readonly number[] | undefined
  /** Matches firstname, lastname, client, username, notes, contact info. */
  search?: string | undefined
  /** Active or inactive. */
  active?: boolean | undefined
  /** People in the group. */
  groupid?: number | undefined
  /** People added to all future projects. Not for Resources and Executives. */
  allprojects?: boolean | undefined
  /** People restricted to tasks they own or are assigned. Not for Resources and Executives. */
  restricttasks?: boolean | undefined
}

/** Contact entries (phone, email, address, website ...) of a person. */
export interface PersoncontactRecord {
  /** Unique identifier. */
  id: number
  personid: number
  /** Written as contacttypeid. */
  contact_type_id: number
  /** Written as contactdescriptorid. */
  contact_descriptor_id: number
  value: string
  contacttype: string
  contactdescriptor: string
  /** What you may do to it; only with the option may. */
  may?: ('update' | 'delete')[]
}

export type PersoncontactNew = New<PersoncontactRecord, 'personid' | 'value', never> & {
  contacttypeid: number
  /** A descriptor of the contact type. */
  contactdescriptorid: number
}
export type PersoncontactChange = Partial<PersoncontactNew>

export interface PersoncontactFilter {
  /** Entries of the person. */
  personid: number
  /** Entries of the contact type. */
  contacttypeid?: number | undefined
  /** Entries with the descriptor. */
  contactdescriptorid?: number | undefined
}

/** Projects. */
export interface ProjectRecord {
  /** Unique identifier. */
  id: number
  name: string
  /** Not shown to Resources and Executives. */
  description?: string
  /** Start date. */
  datestart: IsoDate
  /** End date. */
  dateend: IsoDate | null
  /** A budget alert is sent to the managers when this percentage of the budget is reached; 0 when off. Not shown to Resources and Executives. */
  alert_percent?: Decimal
  /** When the last budget alert was sent. Not shown to Resources and Executives. */
  alert_date?: IsoDate | null
  active: boolean
  /** Default for time of the project. */
  billable: boolean
  /** Hours or money, by the account. Not shown to Resources and Executives. */
  budget?: Decimal | null
  /** The period of the budget: month, quarter or year since the start; blank for the whole project. Not shown to Resources and Executives. */
  budgetperiod?: string
  /** 't' carries over to the next period what is left of a budget, or what the period overran. Not shown to Resources and Executives. */
  carryover?: boolean
  clientid: number | null
  client: string | null
  clientlocalid: number | null
  labelid: number | null
  label: string | null
  labelcolor: string | null
  /** Currency of its rates and of a budget in money, which is that of the client. Not shown to Resources and Executives. */
  currency?: string
  label_order: number | null
  /** Local id without leading zeros. */
  localidunpadded: number
  /** Human-readable number, zero-padded. */
  localid: number
  /** Full name of the first manager. */
  manager: string | null
  /** One or several people, comma-separated; only Administrators and Managers. Managers join the team. */
  managerid: number[]
  /** What you may do to it; only with the option may. */
  may?: ('update' | 'delete' | 'duplicate')[]
}

export type ProjectNew = New<
  ProjectRecord,
  'name' | 'datestart',
  | 'description'
  | 'dateend'
  | 'alert_percent'
  | 'active'
  | 'billable'
  | 'budget'
  | 'budgetperiod'
  | 'carryover'
  | 'clientid'
  | 'labelid'
  | 'managerid'
>
export type ProjectChange = Partial<ProjectNew>

export interface ProjectFilter {
  /** By local ID. */
  localid?: number | readonly number[] | undefined
  /** Projects of the clients; -1 adds projects without a client. */
  clientid?: number | readonly number[] | undefined
  /** Projects managed by the persons; -1 adds projects without a manager. */
  managerid?: number | readonly number[] | undefined
  /** Projects with the label. */
  labelid?: number | readonly number[] | undefined
  /** Name matching. */
  name?: string | undefined
  /** Starting on that date. */
  datestart?: IsoDate | undefined
  /** Starting on or after. */
  datestartbegin?: IsoDate | undefined
  /** Starting on or before. */
  datestartend?: IsoDate | undefined
  /** Ending on that date. */
  dateend?: IsoDate | undefined
  /** Ending on or after. */
  dateendbegin?: IsoDate | undefined
  /** Ending on or before. */
  dateendend?: IsoDate | undefined
  /** Matches name, description, client, localid. */
  search?: string | undefined
  /** Active or inactive. */
  active?: boolean | undefined
  /** Billable or unbillable. */
  billable?: boolean | undefined
  /** Projects the person can access. */
  personid?: number | undefined
}

export type ProjectSort =
  | 'id'
  | 'localid'
  | 'clientid'
  | 'managerid'
  | 'name'
  | 'datestart'
  | 'dateend'
  | 'billable'
  | 'labelid'
  | 'label'
  | 'label_order'

/** Account-wide labels for projects. */
export interface ProjectlabelRecord {
  /** Unique identifier. */
  id: number
  name: string
  /** Six hex digits without #. */
  color: string
  /** Order in lists, lower first. */
  priority: number
  active: boolean
  /** What you may do to it; only with the option may. */
  may?: ('update' | 'delete')[]
}

export type ProjectlabelNew = New<ProjectlabelRecord, 'name' | 'color' | 'priority' | 'active', never>
export type ProjectlabelChange = Partial<ProjectlabelNew>

export interface ProjectlabelFilter {
  /** Active or inactive ones only. */
  active?: boolean | undefined
}

/** Modules assigned to a project. */
export interface ProjectmoduleRecord {
  /** Unique identifier. */
  id: number
  projectid: number
  /** The default module; not needed for a custom one. Tasks and time refer to this id. */
  moduleid: number
  active: boolean
  /** Same as module. */
  modulename: string
  /** Name; required for a custom module, and turns a default one into a custom one. */
  module: string
  /** Not shown to Resources and Executives. */
  description?: string
  /** What you may do to it; only with the option may. */
  may?: ('update' | 'delete')[]
}

export type ProjectmoduleNew = New<ProjectmoduleRecord, 'projectid' | 'active', 'moduleid' | 'module' | 'description'>
export type ProjectmoduleChange = Partial<Omit<ProjectmoduleNew, 'projectid'>>

export interface ProjectmoduleFilter {
  /** Modules of the projects. */
  projectid?: number | readonly number[] | undefined
  /** Active or inactive; Resources see active ones only. */
  active?: boolean | undefined
  /** Modules of projects the person can access. */
  personid?: number | undefined
}

/** Notes of a project, secure ones among them. */
export interface ProjectnoteRecord {
  /** Unique identifier. */
  id: number
  /** Human-readable number. */
  localid: number
  /** New notes only on active projects. */
  projectid: number
  clientid: number | null
  /** Never encrypted: it can be searched for. */
  title: string
  note: string
  /** 't' keeps the note encrypted and shows it only to people with access to the project's secure notes. */
  secure: boolean
  authorid: number
  author: string | null
  /** When it was written, UTC. */
  date: IsoInstant
  datemodified: IsoInstant
  project: string
  client: string | null
  /** What you may do to it; only with the option may. */
  may?: ('update' | 'delete')[]
}

export type ProjectnoteNew = New<ProjectnoteRecord, 'projectid' | 'title' | 'note', 'secure'>
export type ProjectnoteChange = Partial<ProjectnoteNew>

export interface ProjectnoteFilter {
  /** By note number. */
  localid?: number | readonly number[] | undefined
  /** Of the clients' projects. */
  clientid?: number | readonly number[] | undefined
  /** Of the projects. */
  projectid?: number | readonly number[] | undefined
  /** Written by. */
  authorid?: number | readonly number[] | undefined
  /** Title containing the string. */
  title?: string | undefined
  /** Matches title, and the text of what is not secure. */
  search?: string | undefined
  /** One note by id. */
  noteid?: number | undefined
}

/** Rates of work types in projects from a day on, for everyone or for one person. The rate of a person takes precedence; before the first rate of everyone, the work type has its firstrate. */
export interface ProjectrateRecord {
  /** Unique identifier. */
  id: number
  projectid: number
  /** A work type of the project, by the id of the worktype resource. */
  worktypeid: number
  /** Whose rate it is; blank for everyone. */
  personid: number | null
  /** The first day of the rate; 0001-01-01, which is taken when it is not sent, for all time. */
  datebegin: IsoDate
  hourlyrate: Decimal
  project: string
  worktype: string
  /** Full name. */
  person: string | null
  /** What you may do to it; only with the option may. */
  may?: ('update' | 'delete')[]
}

export type ProjectrateNew = New<ProjectrateRecord, 'projectid' | 'worktypeid' | 'hourlyrate', 'personid' | 'datebegin'>
export type ProjectrateChange = Partial<Omit<ProjectrateNew, 'projectid' | 'worktypeid' | 'personid'>>

export interface ProjectrateFilter {
  /** Rates in the projects. */
  projectid?: number | readonly number[] | undefined
  /** Rates of the work types. */
  worktypeid?: number | readonly number[] | undefined
  /** Rates of the persons; -1 adds those of everyone. */
  personid?: number | readonly number[] | undefined
}

export type ProjectrateSort = 'id' | 'datebegin'

/** Work types of a project with their rates. */
export interface ProjectworktypeRecord {
  /** Unique identifier. */
  id: number
  projectid: number
  /** The default work type. Time refers to this id. */
  worktypeid: number
  /** Name; required for a custom work type, and turns a default one into a custom one. */
  worktype: string
  /** The rate of today. Taken from the default work type when not sent; required for a custom one. Not shown to Resources and Executives. */
  hourlyrate?: Decimal
  /** The rate before those of projectrate, and the only one without them. Not shown to Resources and Executives. */
  firstrate?: Decimal
  active: boolean
  /** Estimated hours. Not shown to Resources and Executives. */
  esttime?: Decimal
  /** Estimated hours times hourly rate. Not shown to Resources and Executives. */
  total?: Decimal
  /** What you may do to it; only with the option may. */
  may?: ('update' | 'delete')[]
}

export type ProjectworktypeNew = New<
  ProjectworktypeRecord,
  'projectid' | 'active',
  'worktypeid' | 'worktype' | 'hourlyrate' | 'esttime'
> & {
  /** The day from which a changed hourlyrate is valid; 0001-01-01 for all time that is not on an invoice. Without it that is today, or all time if the work type had no rate or no time before today. A new work type has its rate for all time. */
  ratefrom?: IsoDate | null | undefined
}
export type ProjectworktypeChange = Partial<Omit<ProjectworktypeNew, 'projectid'>>

export interface ProjectworktypeFilter {
  /** Work types of the projects. */
  projectid?: number | readonly number[] | undefined
  /** Active or inactive; Resources see active ones only. */
  active?: boolean | undefined
  /** Work types of projects the person can access. */
  personid?: number | undefined
}

/** Invoices that are created again for each month, quarter or year. */
export interface RecurringinvoiceRecord {
  /** Unique identifier. */
  id: number
  projectid: number
  /** Title of its invoices. In it {period} becomes the days of the period, in the language of the client. */
  title: string
  /** month, quarter or year. */
  every: string
  /** When a period is billed: 'advance' in its first month, 'arrears' in the month after it. */
  billing: string
  /** Day of that month; 31 is its last day, and so is a day that it does not have. */
  day: number
  /** First day of the first period, which begins a month. */
  firstperiod: IsoDate
  /** No period begins after this day. */
  dateend: IsoDate | null
  /** What is done: create a 'draft', 'issue' it, or issue it and 'send' it to the recipients of the client's last invoice. */
  delivery: string
  /** 'f' pauses it. */
  active: boolean
  /** 't' adds the time of the period that is on no invoice. */
  includetime: boolean
  /** 't' adds the billable expenses of the period that are on no invoice. */
  includeexpenses: boolean
  /** 't' leaves hours of weeks that are not approved out. */
  excludeunapproved: boolean
  termid: number
  /** In it {period} becomes the days of the period, in the language of the client. */
  description: string
  addressfrom: string
  addressto: string
  purchaseorder: string
  disclaimer: string
  /** Percentage of the subtotal. */
  tax: Decimal | null
  /** Second tax in percent. */
  secondtax: Decimal | null
  /** 't' when the second tax is on the first one too. */
  secondtaxcompound: boolean
  /** Day of the next invoice; blank after the end. */
  nextdate: IsoDate | null
  /** Number of periods without a decision. */
  waiting: number
  /** Sum of its fixed lines. */
  fixedamount: Decimal
  project: string
  client: string | null
  clientid: number | null
  term: string
  /** Currency of its amounts, which is that of the client. */
  currency: string
  /** What you may do to it; only with the option may. */
  may?: ('update' | 'delete')[]
}

export type RecurringinvoiceNew = New<
  RecurringinvoiceRecord,
  'projectid' | 'title' | 'every' | 'firstperiod' | 'termid',
  | 'billing'
  | 'day'
  | 'dateend'
  | 'delivery'
  | 'active'
  | 'includetime'
  | 'includeexpenses'
  | 'excludeunapproved'
  | 'description'
  | 'addressfrom'
  | 'addressto'
  | 'purchaseorder'
  | 'disclaimer'
  | 'tax'
  | 'secondtax'
  | 'secondtaxcompound'
>
export type RecurringinvoiceChange = Partial<RecurringinvoiceNew>

export interface RecurringinvoiceFilter {
  /** Those of the clients. */
  clientid?: number | readonly number[] | undefined
  /** Those of the projects. */
  projectid?: number | readonly number[] | undefined
  /** Active or paused. */
  active?: boolean | undefined
}

export type RecurringinvoiceSort = 'id' | 'title' | 'project' | 'client' | 'nextdate'

/** The fixed lines of recurring invoices. */
export interface RecurringinvoiceitemRecord {
  /** Unique identifier. */
  id: number
  recurringinvoiceid: number
  /** In it {period} becomes the days of the period, in the language of the client. */
  name: string
  /** In it {period} becomes the days of the period, as in the name. */
  description: string
  quantity: Decimal | null
  rate: Decimal | null
  /** Quantity times rate, rounded to cents, where both are there. */
  amount: Decimal
  /** What you may do to it; only with the option may. */
  may?: ('update' | 'delete')[]
}

export type RecurringinvoiceitemNew = New<
  RecurringinvoiceitemRecord,
  'recurringinvoiceid' | 'name' | 'amount',
  'description' | 'quantity' | 'rate'
>
export type RecurringinvoiceitemChange = Partial<Omit<RecurringinvoiceitemNew, 'recurringinvoiceid'>>

export interface RecurringinvoiceitemFilter {
  /** Lines of the recurring invoice. */
  recurringinvoiceid: number
}

export type RecurringinvoiceitemSort = 'id' | 'name' | 'quantity' | 'rate' | 'amount'

/** The periods of recurring invoices that are due, and what became of them. */
export interface RecurringperiodRecord {
  /** Unique identifier. */
  id: number
  recurringinvoiceid: number
  /** First day of the period. */
  period: IsoDate
  /** Last day of the period. */
  periodend: IsoDate
  /** Day on which it was to be billed. */
  date: IsoDate
  /** 'due' is created by the server soon, 'waiting' needs a decision, 'created' has an invoice, 'skipped' gets none. */
  state: string
  /** Why the server did not create its invoice. */
  reason: string
  /** Its invoice. */
  invoiceid: number | null
  /** Number of its invoice; blank if that was deleted. */
  number: string | null
  /** Title of the recurring invoice. */
  title: string
  projectid: number
  /** What you may do to it; only with the option may. */
  may?: ('bill' | 'skip')[]
}

export interface RecurringperiodFilter {
  /** Periods of the recurring invoices. */
  recurringinvoiceid?: number | readonly number[] | undefined
  /** By their state. */
  state?: string | undefined
  /** The periods of the invoices. */
  invoiceid?: number | readonly number[] | undefined
}

export type RecurringperiodSort = 'id' | 'period' | 'date'

/** Work requests: the queue that can become tasks. */
export interface RequestRecord {
  /** Unique identifier. */
  id: number
  title: string
  description: string
  /** When it was submitted. */
  date: IsoInstant
  /** A week from today unless another day is named, or none by a blank. */
  datedue: IsoDate | null
  /** Who asks for it; only Administrators can name someone else. */
  personid: number
  person: string
  /** Email of who asks for it, unless that person is private. */
  email: string | null
  projectid: number | null
  project: string | null
  clientid: number | null
  client: string | null
  priorityid: number
  /** Rank of the priority, as in a task. */
  priority: number
  /** Whether it has become a task. */
  accepted: boolean
  /** The task it has become. */
  taskid: number | null
  /** The number of that task. */
  tasklocalid: number | null
  /** What you may do to it; only with the option may. */
  may?: ('update' | 'delete' | 'accept')[]
}

export type RequestNew = New<
  RequestRecord,
  'title' | 'personid' | 'priorityid',
  'description' | 'datedue' | 'projectid'
>
export type RequestChange = Partial<RequestNew>

export interface RequestFilter {
  /** Requests with the priority. */
  priorityid?: number | undefined
  /** Submitted by the person. */
  personid?: number | undefined
  /** Requests of the project. */
  projectid?: number | undefined
  /** Accepted requests, or open ones. */
  accepted?: boolean | undefined
}

export type RequestSort =
  | 'id'
  | 'title'
  | 'date'
  | 'datedue'
  | 'personid'
  | 'person'
  | 'projectid'
  | 'project'
  | 'clientid'
  | 'client'
  | 'email'
  | 'priorityid'
  | 'priority'

/** Comments on work requests. */
export interface RequestnoteRecord {
  /** Unique identifier. */
  id: number
  requestid: number
  /** When it was written, UTC. */
  date: IsoInstant
  /** Not shown to Executives. */
  authorid?: number
  note: string
  /** 't' shows the note to Executives; notes of Executives are always public. */
  public: boolean
  /** Not shown to Executives. */
  author?: string | null
  /** What you may do to it; only with the option may. */
  may?: ('update' | 'delete')[]
}

export type RequestnoteNew = New<RequestnoteRecord, 'requestid' | 'note', 'public'>
export type RequestnoteChange = Partial<Omit<RequestnoteNew, 'requestid'>>

export interface RequestnoteFilter {
  /** Comments on the request. */
  requestid: number
}

/** Saved reports: one's own and those that others share; Executives see only their own. */
export interface SavedreportRecord {
  /** Unique identifier. */
  id: number
  /** The owner: the caller. */
  personid: number
  title: string
  /** The name of a report that the owner may read, such as unbilled. */
  report: string
  /** A query of the report without format, such as groupby=person&projectid=5; blank for none. */
  params: string
  /** A period that is relative to the day on which it is opened, in place of datebegin and dateend: thisWeek, lastWeek, thisMonth, lastMonth, thisQuarter, thisYear, lastYear, twelveMonths, allTime; blank for none. */
  span: string
  /** Whether it is shown beside the period before. */
  compare: boolean
  /** Whether everyone of the account except Executives may see it. */
  shared: boolean
  /** The owner's name. */
  person: string
  /** What you may do to it; only with the option may. */
  may?: ('update' | 'delete')[]
}

export type SavedreportNew = New<
  SavedreportRecord,
  'personid' | 'title' | 'report',
  'params' | 'span' | 'compare' | 'shared'
>
export type SavedreportChange = Partial<Omit<SavedreportNew, 'personid'>>

/** One piece of work in a project. */
export interface TaskRecord {
  /** Unique identifier. */
  id: number
  /** Human-readable number. */
  localid: number
  /** The work request the task came from. */
  queueid: number | null
  /** Not shown to Executives. */
  assigneeid?: number[]
  statusid: number
  projectid: number
  /** A module of the project, by the id of the module resource. */
  moduleid: number
  title: string
  summary: string
  /** Start date. */
  dateopen: IsoDate
  datedue: IsoDate | null
  /** Only a closed task has one: set to today when the task is closed without it, cleared when it is opened again. */
  dateclosed: IsoDate | null
  /** Estimated hours. */
  estimate: Decimal
  /** Not shown to Executives. */
  ownerid?: number[]
  priorityid: number
  datemodified: IsoInstant
  /** Colour of the priority. */
  color: string
  /** Rank of the priority. */
  priority: number
  /** Name of the priority. */
  severity: string
  status: string
  status_order: number
  project: string
  clientid: number | null
  clientlocalid: number | null
  client: string | null
  /** A milestone of the project. */
  milestoneid: number | null
  milestone: string | null
  module: string
  projectlocalid: number
  /** Not shown to Executives. */
  assignees?: string
  /** Not shown to Executives. */
  followers?: string
  /** Not shown to Executives. */
  followerid?: number[]
  /** Not shown to Executives. */
  owners?: string
  /** Billable hours logged. */
  billable: Decimal
  /** Unbillable hours logged. */
  unbillable: Decimal
  /** All hours logged. */
  actual: Decimal
  datecreated: IsoDate
  projectlabel: string | null
  projectlabel_order: number | null
  projectlabelid: number | null
  /** Number of checklist items. */
  items: number
  /** Number of checklist items that are done. */
  itemsdone: number
  /** Only in a list with includetimerid. */
  timerid?: number | null
  /** Only in a list with includetimerid. */
  starttime?: IsoInstant | null
  /** What you may do to it; only with the option may. */
  may?: ('update' | 'delete' | 'duplicate')[]
}

export type TaskNew = New<
  TaskRecord,
  'statusid' | 'projectid' | 'moduleid' | 'title' | 'dateopen' | 'ownerid' | 'priorityid',
  'assigneeid' | 'summary' | 'datedue' | 'dateclosed' | 'estimate' | 'milestoneid' | 'followerid'
>
export type TaskChange = Partial<TaskNew>

export interface TaskFilter {
  /** By local ID. */
  localid?: number | readonly number[] | undefined
  /** Tasks of projects the person can access. */
  personid?: number | undefined
  /** Adds timerid and starttime for the given person. Not for Executives. */
  includetimerid?: number | undefined
  /** Assigned to the persons; -1 adds unassigned tasks. Not for Executives. */
  assigneeid?: number | readonly number[] | undefined
  /** Followed by the persons; -1 adds tasks without followers. Not for Executives. */
  followerid?: number | readonly number[] | undefined
  /** Tasks with the status. */
  statusid?: number | readonly number[] | undefined
  /** Tasks of the clients; -1 adds tasks without a client. */
  clientid?: number | readonly number[] | undefined
  /** Tasks of the projects. */
  projectid?: number | readonly number[] | undefined
  /** Tasks with the module. */
  moduleid?: number | readonly number[] | undefined
  /** Tasks of the milestones; -1 adds tasks without a milestone. */
  milestoneid?: number | readonly number[] | undefined
  /** Title containing the string. */
  title?: string | undefined
  /** Created on that date. */
  datecreated?: IsoDate | undefined
  /** Created on or after. */
  datecreatedbegin?: IsoDate | undefined
  /** Created on or before. */
  datecreatedend?: IsoDate | undefined
  /** Opening on that date. */
  dateopen?: IsoDate | undefined
  /** Starting on or after. */
  dateopenbegin?: IsoDate | undefined
  /** Starting on or before. */
  dateopenend?: IsoDate | undefined
  /** Due on that date. */
  datedue?: IsoDate | undefined
  /** Due on or after. */
  dateduebegin?: IsoDate | undefined
  /** Due on or before. */
  datedueend?: IsoDate | undefined
  /** Closed on that date. */
  dateclosed?: IsoDate | undefined
  /** Closed on or after. */
  dateclosedbegin?: IsoDate | undefined
  /** Closed on or before. */
  dateclosedend?: IsoDate | undefined
  /** Modified at or after. */
  datemodifiedbegin?: IsoInstant | Date | undefined
  /** Modified at or before. */
  datemodifiedend?: IsoInstant | Date | undefined
  /** With or without a due date. */
  hasduedate?: boolean | undefined
  /** Owned by the persons. Not for Executives. */
  ownerid?: number | readonly number[] | undefined
  /** With the priority. */
  priorityid?: number | readonly number[] | undefined
  /** Overdue: not closed and due before today. */
  overdue?: boolean | undefined
  /** Excludes closed tasks. */
  excludeclosed?: boolean | undefined
  /** Deprecated; behaves like hastaskrelation. Not for Executives. */
  assignedorownedby?: number | readonly number[] | undefined
  /** Assigned to, followed by or owned by the persons. Not for Executives. */
  hastaskrelation?: number | readonly number[] | undefined
  /** The parameters of the saved filter; parameters of the request take precedence. */
  tasklistfilterid?: number | undefined
  /** Matches title, summary, request title, request description, localid. */
  search?: string | undefined
}

export type TaskSort =
  | 'id'
  | 'localid'
  | 'queueid'
  | 'assigneeid'
  | 'statusid'
  | 'projectid'
  | 'module'
  | 'moduleid'
  | 'title'
  | 'summary'
  | 'datecreated'
  | 'dateopen'
  | 'datedue'
  | 'dateclosed'
  | 'estimate'
  | 'ownerid'
  | 'priorityid'
  | 'sev.priority'
  | 'severity'
  | 'status'
  | 'status_order'
  | 'project'
  | 'client'
  | 'assignee'
  | 'milestoneid'
  | 'milestone'
  | 'owners'
  | 'projectlabelid'
  | 'projectlabel'
  | 'projectabel_order'
  | 'projectlabel_order'

/** The checklist of a task: short steps that are done or not. */
export interface TaskitemRecord {
  /** Unique identifier. */
  id: number
  taskid: number
  /** Counted from 1, without gaps; an item without it, or with a larger one, is the last. The others shift. */
  position: number
  title: string
  done: boolean
  /** Who does it; only people who can see the task. Not shown to Executives. */
  personid?: number | null
  /** Full name. Not shown to Executives. */
  person?: string | null
  /** Title of the task. */
  task: string
  projectid: number
  /** What you may do to it; only with the option may. */
  may?: ('update' | 'delete')[]
}

export type TaskitemNew = New<TaskitemRecord, 'taskid' | 'title', 'position' | 'done' | 'personid'>
export type TaskitemChange = Partial<Omit<TaskitemNew, 'taskid'>>

export interface TaskitemFilter {
  /** Items of the tasks. */
  taskid?: number | readonly number[] | undefined
  /** Done or not. */
  done?: boolean | undefined
  /** Items of the persons; -1 adds items without a person. Not for Executives. */
  personid?: number | readonly number[] | undefined
}

export type TaskitemSort = 'id' | 'taskid' | 'position'

/** Saved filters of the task list: one's own and those that others share; Executives see only their own. */
export interface TasklistfilterRecord {
  /** Unique identifier. */
  id: number
  /** Always 1: filters of the task list. */
  filtertypeid: number
  /** The owner: the caller. */
  personid: number
  title: string
  /** Always empty. */
  subfilterid: number | null
  /** Whether everyone of the account except Executives may see and apply it. */
  shared: boolean
  /** Whether it is mailed regularly. */
  scheduled: boolean
  filtertype: string
  /** The owner's name. */
  person: string
  /** When it was last mailed. */
  datesent: IsoInstant | null
  /** A query of the task list without limit and offset, such as statusid=3&sortfield=datedue. */
  params: string
  /** When it was saved. */
  date: IsoDate
  /** What you may do to it; only with the option may. */
  may?: ('update' | 'delete')[]
}

export type TasklistfilterNew = New<TasklistfilterRecord, 'personid' | 'title' | 'params' | 'date', 'shared'>
export type TasklistfilterChange = Partial<Omit<TasklistfilterNew, 'personid'>>

/** Comments and automatic history of tasks. */
export interface TasknoteRecord {
  /** Unique identifier. */
  id: number
  taskid: number
  /** What happened. */
  title: string
  /** When it was written, UTC. */
  date: IsoInstant
  /** Not shown to Executives. */
  authorid?: number
  /** Empty on automatic notes. */
  note: string
  /** 't' shows the note to Executives; notes of Executives are always public. */
  public: boolean
  datemodified: IsoInstant
  /** What an automatic note tells of: a list of the changed fields, old and new, that its reader may see. */
  actions: string
  /** Not shown to Executives. */
  author?: string | null
  /** What you may do to it; only with the option may. */
  may?: ('update' | 'delete')[]
}

export type TasknoteNew = New<TasknoteRecord, 'taskid' | 'note', 'public'>
export type TasknoteChange = Partial<TasknoteNew>

export interface TasknoteFilter {
  /** Of the tasks; when left out only the last 7 days are returned. */
  taskid?: number | readonly number[] | undefined
  /** Title containing the string. */
  title?: string | undefined
  /** Created on that date (UTC). */
  date?: IsoInstant | Date | undefined
  /** Created on or after (UTC). */
  datebegin?: IsoInstant | Date | undefined
  /** Created on or before (UTC). */
  dateend?: IsoInstant | Date | undefined
  /** Modified on or after (UTC). */
  datemodifiedbegin?: IsoInstant | Date | undefined
  /** Modified on or before (UTC). */
  datemodifiedend?: IsoInstant | Date | undefined
  /** Written by. Not for Executives. */
  authorid?: number | readonly number[] | undefined
  /** Public or internal. */
  public?: boolean | undefined
}

export type TasknoteSort = 'id' | 'taskid' | 'authorid' | 'date'

/** Task priorities of the account. */
export interface TaskpriorityRecord {
  /** Unique identifier. */
  id: number
  name: string
  /** Six hex digits without #. */
  color: string
  /** List order, lower first. */
  priority: number
  isdefault: boolean
  active: boolean
  /** What you may do to it; only with the option may. */
  may?: ('update' | 'delete')[]
}

export type TaskpriorityNew = New<TaskpriorityRecord, 'name' | 'color' | 'priority', 'isdefault' | 'active'>
export type TaskpriorityChange = Partial<TaskpriorityNew>

export interface TaskpriorityFilter {
  /** Active or inactive ones only. */
  active?: boolean | undefined
}

/** Task statuses of the account. */
export interface TaskstatusRecord {
  /** Unique identifier. */
  id: number
  name: string
  /** Workflow order, lower first; a task shows it as status_order. */
  priority: number
  /** 't' when it cannot be edited, moved or deleted. */
  frozen: boolean
  active: boolean
  /** What you may do to it; only with the option may. */
  may?: ('update' | 'delete' | 'move')[]
}

export type TaskstatusNew = New<TaskstatusRecord, 'name' | 'active', never>
export type TaskstatusChange = Partial<TaskstatusNew>

export interface TaskstatusFilter {
  /** Active or inactive ones only. */
  active?: boolean | undefined
}

/** Time entries. */
export interface TimeRecord {
  /** Unique identifier. */
  id: number
  /** Required for general time; task time is in the project of its task, whatever is sent here. */
  projectid: number
  /** A module of the project, by the id of the module resource; required for general time, else that of the task. */
  moduleid: number
  /** Makes it task time; project and module are those of the task. */
  taskid: number | null
  /** A work type of the project, by the id of the worktype resource. */
  worktypeid: number
  /** Whose time it is: someone of the project's team; Administrators may name anyone. Not shown to Executives. */
  personid?: number
  date: IsoDate
  /** Hours, up to 24. */
  time: Decimal
  description: string
  billable: boolean
  /** The time of the last change unless sent. */
  datemodified: IsoInstant
  /** Same as date. */
  dateiso: IsoDate
  module: string | null
  project: string | null
  worktype: string | null
  /** Rate of the work type in the project on that day, or that of the person. Not shown to Resources and Executives. */
  hourlyrate?: Decimal | null
  tasklocalid: number | null
  /** Title of the task. */
  task: string | null
  /** Not shown to Executives. */
  firstname?: string
  /** Not shown to Executives. */
  lastname?: string
  /** Whether the project is active. */
  active: boolean | null
  /** Full name. Not shown to Executives. */
  person?: string
  clientid: number | null
  client: string | null
  clientactive: boolean | null
  /** Status of the task. */
  statusid: number | null
  /** Milestone of the task. */
  milestoneid: number | null
  /** Same as milestoneid. */
  ogmilestoneid: number | null
  /** What you may do to it; only with the option may. */
  may?: ('update' | 'delete')[]
}

export type TimeNew = New<
  TimeRecord,
  'worktypeid' | 'personid' | 'date' | 'time' | 'billable',
  'projectid' | 'moduleid' | 'taskid' | 'description' | 'datemodified'
>
export type TimeChange = Partial<TimeNew>

export interface TimeFilter {
  /** Only entries of active projects and people. */
  activeonly?: boolean | undefined
  /** Time with the module. */
  moduleid?: number | readonly number[] | undefined
  /** Time on the tasks. */
  taskid?: number | readonly number[] | undefined
  /** Time with the work type. */
  worktypeid?: number | readonly number[] | undefined
  /** Time of the persons. Not for Executives. */
  personid?: number | readonly number[] | undefined
  /** Time for the clients; -1 adds projects without one. */
  clientid?: number | readonly number[] | undefined
  /** Time of the projects. */
  projectid?: number | readonly number[] | undefined
  /** Time for the milestones; -1 adds time without one. */
  milestoneid?: number | readonly number[] | undefined
  /** On that day. */
  date?: IsoDate | undefined
  /** On or after. */
  datebegin?: IsoDate | undefined
  /** On or before. */
  dateend?: IsoDate | undefined
  /** Modified at or after. */
  datemodifiedbegin?: IsoInstant | Date | undefined
  /** Modified at or before. */
  datemodifiedend?: IsoInstant | Date | undefined
  /** Billable or unbillable. */
  billable?: boolean | undefined
  /** In approved weeks, or in others. Not for Executives. */
  approved?: boolean | undefined
  /** Time of the lines of invoices. Not for Resources. */
  invoiceitemid?: number | readonly number[] | undefined
  /** Time that was excluded from the drafts of invoices. Not for Resources and Executives. */
  excludedfrom?: number | readonly number[] | undefined
  /** On an invoice, or not yet. Not for Resources. */
  invoiced?: boolean | undefined
}

export type TimeSort = 'id' | 't.date' | 'datemodified'

/** A running or paused stopwatch, for a task or general. */
export interface TimerRecord {
  /** Unique identifier. */
  id: number
  /** Blank for a general timer; a person has one timer per task at most. */
  taskid: number | null
  /** The caller; an Administrator may keep anyone's, except an Executive's. */
  personid: number
  /** Since when it runs, UTC; blank while it is paused. A new timer with neither start nor seconds runs from now. */
  starttime: IsoInstant | null
  /** Seconds recorded before starttime. */
  time: Decimal
  /** Seconds since starttime; 0 while it is paused. */
  timelapsed: Decimal
  /** time and timelapsed together. */
  totaltime: Decimal
  isrunning: boolean
  /** Label. */
  name: string
  /** When it was last started or stopped. */
  lastupdate: IsoInstant
  /** Number of the task. */
  tasklocalid: number | null
  /** Title of the task. */
  task: string | null
  /** Only in a list with gettimerinfo. */
  projectid?: number | null
  /** Only in a list with gettimerinfo. */
  project?: string | null
  /** Only in a list with gettimerinfo. */
  clientid?: number | null
  /** Only in a list with gettimerinfo. */
  client?: string | null
  /** Only in a list with gettimerinfo. */
  moduleid?: number | null
  /** Only in a list with gettimerinfo. */
  module?: string | null
  /** What you may do to it; only with the option may. */
  may?: ('update' | 'delete' | 'pause' | 'resume' | 'apply')[]
}

export type TimerNew = New<TimerRecord, 'personid', 'taskid' | 'starttime' | 'time' | 'name' | 'lastupdate'>
export type TimerChange = Partial<TimerNew>

export interface TimerFilter {
  /** General timers instead of task timers. */
  generaltimers?: boolean | undefined
  /** Both kinds in one list, with project, client and module of the task. */
  gettimerinfo?: boolean | undefined
  /** Of the task. */
  taskid?: number | undefined
  /** Of the person. */
  personid?: number | undefined
  /** Of tasks of the project. */
  projectid?: number | undefined
  /** Of tasks of the client. */
  clientid?: number | undefined
}

export type TimerSort = 'lastupdate'

/** Weeks of time, from Monday to Sunday, as they are submitted and approved. The time of an approved week cannot be changed. */
export interface TimesheetRecord {
  /** Unique identifier. */
  id: number
  /** Whose week it is. */
  personid: number
  /** The Monday it begins with; one sheet for each person and week. */
  weekstart: IsoDate
  /** open, submitted, approved or rejected. */
  status: string
  /** Full name. */
  person: string
  /** All hours of the week. */
  time: Decimal | null
  /** Billable hours of the week. */
  billable: Decimal | null
  /** Unbillable hours of the week. */
  unbillable: Decimal | null
  /** Changes whenever a time entry of the week does, and the ETag with it; blank without entries. */
  version: string | null
  datesubmitted: IsoInstant | null
  /** When it was approved or rejected. */
  datedecided: IsoInstant | null
  /** Who approved or rejected it. */
  deciderid: number | null
  decider: string | null
  datemodified: IsoInstant
  /** What you may do to it; only with the option may. */
  may?: ('delete' | 'submit' | 'withdraw' | 'approve' | 'reject' | 'reopen')[]
}

export type TimesheetNew = New<TimesheetRecord, 'personid' | 'weekstart', never>

export interface TimesheetFilter {
  /** Weeks of the persons. */
  personid?: number | readonly number[] | undefined
  /** Weeks in that state. */
  status?: string | undefined
  /** The week that begins on that Monday. */
  weekstart?: IsoDate | undefined
  /** Weeks that begin on or after. */
  weekstartbegin?: IsoDate | undefined
  /** Weeks that begin on or before. */
  weekstartend?: IsoDate | undefined
}

export type TimesheetSort = 'id' | 'personid' | 'weekstart' | 'status' | 'datemodified'

/** Who did what with a timesheet, and when. */
export interface TimesheethistoryRecord {
  /** Unique identifier. */
  id: number
  timesheetid: number
  /** Who did it. */
  personid: number
  date: IsoInstant
  /** submit, withdraw, approve, reject or reopen. */
  action: string
  /** What was said about it. */
  note: string
  /** Full name. */
  person: string
  /** What you may do to it; only with the option may. */
  may?: never[]
}

export interface TimesheethistoryFilter {
  /** Steps of the timesheets. */
  timesheetid: number | readonly number[]
}

export type TimesheethistorySort = 'id' | 'date'

/** Default work types of the account; active ones are copied into every new project. */
export interface WorktypeRecord {
  /** Unique identifier. */
  id: number
  name: string
  defaulthourlyrate: Decimal
  active: boolean
  /** What you may do to it; only with the option may. */
  may?: ('update' | 'delete')[]
}

export type WorktypeNew = New<WorktypeRecord, 'name' | 'defaulthourlyrate' | 'active', never>
export type WorktypeChange = Partial<WorktypeNew>

export interface WorktypeFilter {
  /** Active or inactive ones only. */
  active?: boolean | undefined
}

/** A URL to which events of the account are sent, signed with a secret. For Administrators only. */
export interface WebhookRecord {
  /** Unique identifier. */
  id: number
  /** Who created it: records are sent as this person reads them. */
  personid: number
  person: string
  /** Where events are sent: https, and a public address. */
  url: string
  /** The wanted events, separated by commas: task.created, invoice.issue, task.* or *. */
  events: string
  description: string
  /** Whether events are sent. */
  active: boolean
  datecreated: IsoInstant
  /** Why the server turned it off. */
  offreason: string
  /** What deliveries are signed with. Only the responses to creating and rotating have it; otherwise null. */
  secret: string | null
  /** Until when deliveries are also signed with the secret before the last rotation. */
  oldsecrettill: IsoInstant | null
  /** What you may do to it; only with the option may. */
  may?: ('update' | 'delete' | 'test' | 'rotate' | 'replay')[]
}

export type WebhookNew = New<WebhookRecord, 'url' | 'events', 'description' | 'active'>
export type WebhookChange = Partial<WebhookNew>

export interface WebhookFilter {
  /** Turned on or off. */
  active?: boolean | undefined
}

/** One event that was or will be sent to a webhook. Kept for 30 days. */
export interface WebhookdeliveryRecord {
  /** Unique identifier. */
  id: number
  webhookid: number
  /** The id of the event; null for a test. */
  eventid: number | null
  /** The type of the event, such as task.created. */
  event: string
  /** When it was put into the queue. */
  date: IsoInstant
  /** waiting, sent, failed. */
  status: string
  /** The number of attempts so far. */
  attempts: number
  /** When it is tried next. */
  nextattempt: IsoInstant | null
  /** When it was tried last. */
  lastattempt: IsoInstant | null
  /** The HTTP status of the last response. */
  statuscode: number | null
  /** The duration of the last attempt in milliseconds. */
  ms: number | null
  /** Why the last attempt failed. */
  error: string
  url: string
  /** What you may do to it; only with the option may. */
  may?: 'again'[]
}

export interface WebhookdeliveryFilter {
  /** Of the webhooks. */
  webhookid?: number | readonly number[] | undefined
  /** With this status. */
  status?: string | undefined
}

export type WebhookdeliverySort = 'id'

/** What happened, in the order in which it was committed: one event per changed record. */
export interface EventRecord {
  /** Unique identifier. */
  id: number
  date: IsoInstant
  /** Who did it; null for a command, the server itself, or someone who was not signed in. Not shown to Executives. */
  personid?: number | null
  /** Not shown to Executives. */
  person?: string | null
  /** How: token, session, command, schedule. */
  channel: string
  /** The X-Request-Id of the request. */
  requestid: string | null
  /** The resource of the changed record. */
  resource: string
  /** The id of the changed record. */
  recordid: number
  /** The project of the record, if it has one and the caller sees it. */
  projectid: number | null
  /** created, updated, deleted, or the name of the action, such as approve. */
  kind: string
  /** The changed fields with their old and new values. Encrypted fields and passwords have only their name. */
  changes: readonly { field: string; was?: string | null; now?: string | null; cut?: string }[] | null
  /** The number of records per resource that were deleted with it; for Administrators, because others see only some of them. */
  removed: Readonly<Record<string, string>> | null
  /** What you may do to it; only with the option may. */
  may?: never[]
}

export interface EventFilter {
  /** Events after the one with this id; 0 for all. */
  since?: number | undefined
  /** Of the resource. */
  resource?: string | undefined
  /** Of the records. */
  recordid?: number | readonly number[] | undefined
  /** Of the projects. */
  projectid?: number | readonly number[] | undefined
  /** Done by. Not for Executives. */
  personid?: number | readonly number[] | undefined
  /** Of this kind. */
  kind?: string | undefined
  /** How it was done. */
  channel?: string | undefined
  /** On or after, in the time zone of the account. */
  datebegin?: IsoDate | undefined
  /** On or before, in the time zone of the account. */
  dateend?: IsoDate | undefined
}

/** What happened to records that concern the caller. Everybody sees only their own, about records that they see. */
export interface NotificationRecord {
  /** Unique identifier. */
  id: number
  /** What happened: taskassigned, taskchanged, taskcommented, milestone, projectnote, requestreceived, requestaccepted, timesheetsubmitted, timesheetapproved, timesheetrejected, budgetalert, mentioned, duetomorrow, recurringcreated, recurringwaiting, estimateaccepted, estimatedeclined, mailfailed, requestcommented. */
  kind: string
  /** The resource of the record. */
  resource: string
  /** The id of the record. */
  recordid: number
  /** Of a note: the task, milestone, project or request that it belongs to. */
  parentid: number | null
  /** The title of the record, of a note that of its task, milestone or request. */
  title: string
  /** Who did it; null for the server itself, or someone who was not signed in. Not shown to Executives. */
  actorid?: number | null
  /** Not shown to Executives. */
  actor?: string | null
  date: IsoInstant
  /** Whether the caller has read it. */
  read: boolean
  /** What you may do to it; only with the option may. */
  may?: ('update' | 'delete' | 'readall')[]
}

export type NotificationChange = Partial<New<NotificationRecord, never, 'read'>>

export interface NotificationFilter {
  /** Only those that are not read, or only those that are. */
  unread?: boolean | undefined
  /** Of this kind. */
  kind?: string | undefined
}

/** The budgets of projects and how much of them is used. */
export interface BudgetRow {
  /** The client; null for projects without one. */
  clientid: number | null
  /** Its name. */
  client: string | null
  /** The project. */
  projectid: number
  /** Its name. */
  project: string
  /** What budgets of the account are in: hours or money. */
  budgetsin: string
  /** Budget of the project, or of each of its periods; blank without one. */
  budget: Decimal | null
  /** Hours logged. */
  hours: Decimal
  /** Billable hours among them. */
  billable: Decimal
  /** Hours logged times the rate of each work type on their day, each sum of a rate rounded to cents. */
  value: Decimal
  /** Subtotals of its invoices in this currency. */
  invoiced: Decimal
  /** What its expenses cost. */
  expense: Decimal
  /** What its expenses are charged. */
  fee: Decimal
  /** Percentage of the budget that is used by hours or value; blank without a budget, and with one per period. */
  used: Decimal | null
  /** What is left of the budget, negative when overdrawn; blank without a budget, and with one per period. */
  remaining: Decimal | null
  /** Currency of its amounts; blank when neither client nor company have one. */
  currency: string
  /** How much less its invoices in this currency bill than the value of their hours, because entries were written down. */
  writtendown: Decimal
  /** month, quarter or year if the budget is that of each period, which /retainer/ reports; blank otherwise. */
  budgetperiod: string
}

export interface BudgetParameters {
  /** Only projects of these clients. */
  clientid?: number | readonly number[] | undefined
  /** Only these projects. */
  projectid?: number | readonly number[] | undefined
  /** Active projects, or inactive ones; active ones unless sent. */
  active?: boolean | undefined
}

/** The value of billable hours less the cost of all hours at current cost rates, by project, client or person. Managers may read it if company.managersseecost allows it. */
export interface MarginRow {
  /** The project, client or person; null for projects without a client. */
  groupid: number | null
  /** Its name; null without one. */
  name: string | null
  /** Hours logged. */
  hours: Decimal
  /** Billable hours among them. */
  billable: Decimal
  /** Billable hours times the rate of each work type on their day, each sum of a person and rate rounded to cents. */
  revenue: Decimal
  /** Currency of its amounts; blank when neither client nor company have one. */
  currency: string
  /** All hours times the current cost rate of their person, each person in a project rounded to cents; without the hours that have no cost. */
  cost: Decimal
  /** Currency of the cost: that of the company. */
  costcurrency: string
  /** Revenue less cost; blank if hours have no cost, and if revenue and cost are in different currencies. */
  margin: Decimal | null
  /** Margin in percent of the revenue; blank without a margin or revenue. */
  marginpercent: Decimal | null
  /** Hours of people without a cost rate. */
  nocosthours: Decimal
  /** These people. */
  nocostpersonids: number[]
}

export interface MarginParameters {
  /** How hours are grouped: project, client, person; project unless sent. */
  groupby?: string | undefined
  /** Only projects of these clients. */
  clientid?: number | readonly number[] | undefined
  /** Only these projects. */
  projectid?: number | readonly number[] | undefined
  /** Only time of these persons. */
  personid?: number | readonly number[] | undefined
  /** On or after. */
  datebegin?: IsoDate | undefined
  /** On or before. */
  dateend?: IsoDate | undefined
}

/** What clients owe on unpaid invoices in each currency, by how long it is overdue. */
export interface ReceivablesRow {
  /** The client; null for projects without one. */
  clientid: number | null
  /** Its name. */
  client: string | null
  /** Number of unpaid invoices. */
  invoices: number
  /** Not yet due, or due today. */
  current: Decimal
  /** Up to 30 days overdue. */
  days1to30: Decimal
  /** 31 to 60 days overdue. */
  days31to60: Decimal
  /** 61 to 90 days overdue. */
  days61to90: Decimal
  /** More than 90 days overdue. */
  over90: Decimal
  /** All of it. */
  total: Decimal
  /** Currency of its amounts; blank when neither client nor company have one. */
  currency: string
}

export interface ReceivablesParameters {
  /** Only projects of these clients. */
  clientid?: number | readonly number[] | undefined
  /** Only these projects. */
  projectid?: number | readonly number[] | undefined
}

/** The budget of each month, quarter or year and how much of it is used. */
export interface RetainerRow {
  /** The client; null for projects without one. */
  clientid: number | null
  /** Its name. */
  client: string | null
  /** The project. */
  projectid: number
  /** Its name. */
  project: string
  /** What budgets of the account are in: hours or money. */
  budgetsin: string
  /** The length of its periods: month, quarter or year. */
  budgetperiod: string
  /** First day of the period. */
  datebegin: IsoDate
  /** Last day of the period. */
  dateend: IsoDate
  /** Budget of each period. */
  budget: Decimal
  /** What the periods before it left, negative when they overran; 0 without carry-over. */
  carriedover: Decimal
  /** Budget and what was carried over. */
  available: Decimal
  /** Hours logged in the period. */
  hours: Decimal
  /** Hours logged times the rate of each work type on their day, each sum of a rate rounded to cents. */
  value: Decimal
  /** Percentage of what is available that is used by hours or value; blank when nothing is available. */
  used: Decimal | null
  /** What is left of what is available, negative when overdrawn. */
  remaining: Decimal
  /** Currency of its amounts; blank when neither client nor company have one. */
  currency: string
}

export interface RetainerParameters {
  /** Only projects of these clients. */
  clientid?: number | readonly number[] | undefined
  /** Only these projects. */
  projectid?: number | readonly number[] | undefined
  /** On or after. */
  datebegin?: IsoDate | undefined
  /** On or before. */
  dateend?: IsoDate | undefined
  /** Active projects, or inactive ones; active ones unless sent. */
  active?: boolean | undefined
}

/** What was invoiced and what was paid, by month and currency. */
export interface RevenueRow {
  /** The month, such as 2026-05. */
  month: string
  /** Number of invoices of the month, without credit notes. */
  invoices: number
  /** What their lines add up to, less credit notes of the month. */
  subtotal: Decimal
  /** Both taxes. */
  taxes: Decimal
  /** Subtotal and taxes. */
  total: Decimal
  /** Payments received in the month, for whichever invoice or none. */
  payments: Decimal
  /** What is still owed on the month's invoices. */
  balance: Decimal
  /** Currency of its amounts; blank when neither client nor company have one. */
  currency: string
}

export interface RevenueParameters {
  /** Only projects of these clients. */
  clientid?: number | readonly number[] | undefined
  /** Only these projects. */
  projectid?: number | readonly number[] | undefined
  /** On or after. */
  datebegin?: IsoDate | undefined
  /** On or before. */
  dateend?: IsoDate | undefined
}

/** Records of all resources that have a text: up to five of each that the caller sees, the best matches first. */
export interface SearchRow {
  /** The resource of the record, such as task. */
  resource: string
  /** The record. */
  id: number
  /** Its number; null for resources without numbers. */
  localid: string | null
  /** Its title or name. */
  title: string
  /** The project, client or job title of the record. */
  context: string | null
}

export interface SearchParameters {
  /** A part of a text, in any letter case, with or without accents. Nothing is found without it. */
  q?: string | undefined
}

/** Statements of account: invoices and payments of each client and currency in a range of days, with the balance before, after each and at the end. */
export interface StatementRow {
  /** The client; null for projects without one. */
  clientid: number | null
  /** Its name. */
  client: string | null
  /** 'opening', 'invoice', 'payment' or 'closing'. */
  kind: string
  /** Day of the invoice or payment; the first and the last day for opening and closing. */
  date: IsoDate
  /** The invoice, or that of the payment. */
  invoiceid: number | null
  /** Its number. */
  number: string | null
  /** Title of the invoice or type of the payment. */
  text: string | null
  /** Total of the invoice; at the end, of all of them. */
  charged: Decimal
  /** Amount of the payment; at the end, of all of them. */
  paid: Decimal
  /** What is owed after it, in its currency. */
  balance: Decimal
  /** Currency of its amounts; blank when neither client nor company have one. */
  currency: string
}

export interface StatementParameters {
  /** Only projects of these clients. */
  clientid?: number | readonly number[] | undefined
  /** Only these projects. */
  projectid?: number | readonly number[] | undefined
  /** On or after. */
  datebegin?: IsoDate | undefined
  /** On or before. */
  dateend?: IsoDate | undefined
}

/** Hours logged, grouped by person, project, client, work type, module, day, week or month. */
export interface TimereportRow {
  /** The person, project, client, work type or module; null for days, weeks and months. */
  groupid: number | null
  /** Its name, the day, the Monday of the week, or the month; null without one. */
  name: string | null
  /** Hours logged. */
  hours: Decimal
  /** Billable hours among them. */
  billable: Decimal
  /** Number of entries. */
  entries: number
}

export interface TimereportParameters {
  /** How hours are grouped: person, project, client, worktype, module, day, week, month; project unless sent. */
  groupby?: string | undefined
  /** Only projects of these clients. */
  clientid?: number | readonly number[] | undefined
  /** Only these projects. */
  projectid?: number | readonly number[] | undefined
  /** Only time of these persons. */
  personid?: number | readonly number[] | undefined
  /** Only time with these work types. */
  worktypeid?: number | readonly number[] | undefined
  /** Only time with these modules. */
  moduleid?: number | readonly number[] | undefined
  /** Billable time, or unbillable; both unless sent. */
  billable?: boolean | undefined
  /** On or after. */
  datebegin?: IsoDate | undefined
  /** On or before. */
  dateend?: IsoDate | undefined
}

/** Billable time and billable expenses that are on no invoice, by client and project. */
export interface UnbilledRow {
  /** The client; null for projects without one. */
  clientid: number | null
  /** Its name. */
  client: string | null
  /** The project. */
  projectid: number
  /** Its name. */
  project: string
  /** Billable hours on no invoice. */
  hours: Decimal
  /** Hours times the rate of each work type on their day, each sum of a rate rounded to cents. */
  amount: Decimal
  /** Day of the first entry; null without one. */
  firstdate: IsoDate | null
  /** Day of the last entry; null without one. */
  lastdate: IsoDate | null
  /** Number of entries. */
  entries: number
  /** Currency of its amounts; blank when neither client nor company have one. */
  currency: string
  /** Number of billable expenses on no invoice. */
  expenses: number
  /** What they are charged, each rounded to cents; not in the amount. */
  expenseamount: Decimal
}

export interface UnbilledParameters {
  /** Only projects of these clients. */
  clientid?: number | readonly number[] | undefined
  /** Only these projects. */
  projectid?: number | readonly number[] | undefined
  /** On or after. */
  datebegin?: IsoDate | undefined
  /** On or before. */
  dateend?: IsoDate | undefined
}

/** Hours logged against the weekly hours of people, by person, week or month. */
export interface UtilizationRow {
  /** The person; null for weeks and months. */
  personid: number | null
  /** Their name, the Monday of the week, or the month. */
  name: string
  /** A fifth of the weekly hours for each day from Monday to Friday; blank without weekly hours. */
  capacity: Decimal | null
  /** Hours logged. */
  hours: Decimal
  /** Billable hours among them. */
  billable: Decimal
  /** Billable hours in percent of the capacity; blank without a capacity. */
  utilization: Decimal | null
  /** Hours logged in percent of the capacity; blank without a capacity. */
  logged: Decimal | null
}

export interface UtilizationParameters {
  /** How hours are grouped: person, week, month; person unless sent. */
  groupby?: string | undefined
  /** Only these persons. */
  personid?: number | readonly number[] | undefined
  /** Active people, or inactive ones; active ones unless sent. */
  active?: boolean | undefined
  /** On or after. */
  datebegin?: IsoDate | undefined
  /** On or before. */
  dateend?: IsoDate | undefined
}

/** Every resource and report, by the name of its path. */
export interface Api {
  /** The companies that projects belong to. Administrators, Managers, Resources and Executives may list and read. Administrators may create, update and delete. */
  readonly client: Lists<ClientRecord, ClientFilter, ClientSort> &
    Reads<ClientRecord> &
    Creates<ClientRecord, ClientNew> &
    Updates<ClientRecord, ClientChange> &
    Removes & {
      /** The history of the record: who changed what. */
      event(id: number, query?: Query<Omit<EventFilter, 'recordid'>, never>, options?: ListOptions): List<EventRecord>
    }

  /** How the account presents itself: its name, address and logo, its currency and time zone. Administrators, Managers, Resources and Executives may list and read. Administrators may update. Beyond the reference: list, read and update. */
  readonly company: ReadsOne<CompanyRecord> &
    UpdatesOne<CompanyRecord, CompanyChange> & {
      /** Adds sample clients, projects, tasks and hours to try things with. Their names end with "(sample)"; all of it can be removed at once. Does nothing while they are loaded. By Administrators. */
      loadsample(id: number, options?: ChangeOptions): Promise<CompanyRecord>
      /** Deletes the sample data. Records that people added are never deleted: while they use sample records, the request is rejected. Does nothing if none is loaded. By Administrators. */
      removesample(id: number, options?: ChangeOptions): Promise<CompanyRecord>
      /** The history of the record: who changed what. */
      event(id: number, query?: Query<Omit<EventFilter, 'recordid'>, never>, options?: ListOptions): List<EventRecord>
      /** The logo. */
      download(options?: DownloadOptions): Promise<Download>
    }

  /** Subtypes of a contact type, such as work or mobile for a phone number. Administrators, Managers, Resources and Executives may list. */
  readonly contactdescriptor: ListsOf<ContactdescriptorRecord, ContactdescriptorFilter>

  /** Kinds of contact information. Administrators, Managers, Resources and Executives may list. */
  readonly contacttype: Lists<ContacttypeRecord, unknown>

  /** Files of projects, tasks, milestones and work requests, with their versions. Administrators, Managers, Resources and Executives may list, read, create, update and delete. Beyond the reference: create, update and delete. */
  readonly document: Lists<DocumentRecord, DocumentFilter, DocumentSort> &
    Reads<DocumentRecord> &
    Creates<DocumentRecord, DocumentNew> &
    Updates<DocumentRecord, DocumentChange> &
    Removes & {
      /** The history of the record: who changed what. */
      event(id: number, query?: Query<Omit<EventFilter, 'recordid'>, never>, options?: ListOptions): List<EventRecord>
      /** The file itself: its newest version, or the one that version names. */
      download(id: number, options?: DownloadOptions): Promise<Download>
    }

  /** The versions of a document: which file, who sent it and when. Administrators, Managers, Resources and Executives may list and read. Beyond the reference: list and read. */
  readonly documentversion: ListsOf<DocumentversionRecord, DocumentversionFilter, DocumentversionSort> &
    Reads<DocumentversionRecord> & {
      /** The history of the record: who changed what. */
      event(id: number, query?: Query<Omit<EventFilter, 'recordid'>, never>, options?: ListOptions): List<EventRecord>
    }

  /** Estimates of projects, which clients accept or decline. Administrators, Managers and Executives may list and read. Administrators and Managers may create, update and delete. Beyond the reference: list, read, create, update and delete. */
  readonly estimate: Lists<EstimateRecord, EstimateFilter, EstimateSort> &
    Reads<EstimateRecord> &
    Creates<EstimateRecord, EstimateNew> &
    Updates<EstimateRecord, EstimateChange> &
    Removes & {
      /** Makes it visible to the client, who can accept or decline it. From now on it cannot be changed until it is reopened. It sends no mail. By Administrators and Managers. */
      send(id: number, options?: ChangeOptions): Promise<EstimateRecord>
      /** Sends it, and mails it with its PDF; one that was sent is mailed again. GET /estimatemail/ suggests recipients, subject and text. By Administrators and Managers. */
      mail(
        id: number,
        fields: {
          /** Addresses, separated by commas. */
          to: string
          /** Addresses that get a copy. */
          cc?: string | undefined
          subject: string
          /** Plain text, line by line; {link} becomes the public link. */
          text: string
        },
        options?: ChangeOptions,
      ): Promise<EstimateRecord>
      /** Creates the public link of an estimate that was sent, in place of the one it has. GET /estimatemail/ returns it. By Administrators and Managers. */
      link(id: number, options?: ChangeOptions): Promise<EstimateRecord>
      /** Revokes the public link of an estimate. By Administrators and Managers. */
      unlink(id: number, options?: ChangeOptions): Promise<EstimateRecord>
      /** Makes it a draft again, which the client does not see, unless it is converted. Its decision and its public link are deleted. It can be changed and sent again. By Administrators and Managers. */
      reopen(id: number, options?: ChangeOptions): Promise<EstimateRecord>
      /** Accepts it: by an Executive of the client while it is valid, or by others on behalf of the client. By Administrators, Managers and Executives. */
      accept(
        id: number,
        fields?: {
          /** A comment on the decision; read as decisionnote. */
          note?: string | undefined
        },
        options?: ChangeOptions,
      ): Promise<EstimateRecord>
      /** Declines it: by an Executive of the client while it is valid, or by others on behalf of the client. By Administrators, Managers and Executives. */
      decline(
        id: number,
        fields?: {
          /** A comment on the decision; read as decisionnote. */
          note?: string | undefined
        },
        options?: ChangeOptions,
      ): Promise<EstimateRecord>
      /** Creates the draft of an invoice with its texts, taxes and lines, once. The body may have the fields of an invoice; without a term it has that of the last invoice of the project. By Administrators and Managers. */
      convert(id: number, fields?: Partial<InvoiceNew>, options?: ChangeOptions): Promise<InvoiceRecord>
      /** The history of the record: who changed what. */
      event(id: number, query?: Query<Omit<EventFilter, 'recordid'>, never>, options?: ListOptions): List<EventRecord>
      /** The estimate as a PDF, as its client gets it. */
      pdf(id: number, options?: RequestOptions): Promise<Download>
    }

  /** Lines of estimates. Administrators, Managers and Executives may list and read. Administrators and Managers may create, update and delete. Beyond the reference: list, read, create, update and delete. */
  readonly estimateitem: ListsOf<EstimateitemRecord, EstimateitemFilter, EstimateitemSort> &
    Reads<EstimateitemRecord> &
    Creates<EstimateitemRecord, EstimateitemNew> &
    Updates<EstimateitemRecord, EstimateitemChange> &
    Removes & {
      /** The history of the record: who changed what. */
      event(id: number, query?: Query<Omit<EventFilter, 'recordid'>, never>, options?: ListOptions): List<EventRecord>
    }

  /** Costs booked on a project. Administrators, Managers and Executives may list and read. Administrators and Managers may create and update. Administrators may delete. */
  readonly expense: Lists<ExpenseRecord, ExpenseFilter, ExpenseSort> &
    Reads<ExpenseRecord> &
    Creates<ExpenseRecord, ExpenseNew> &
    Updates<ExpenseRecord, ExpenseChange> &
    Removes & {
      /** The history of the record: who changed what. */
      event(id: number, query?: Query<Omit<EventFilter, 'recordid'>, never>, options?: ListOptions): List<EventRecord>
      /** The receipt. Executives do not see it, because it shows the cost. */
      download(id: number, options?: DownloadOptions): Promise<Download>
    }

  /** Categories of expenses. Administrators, Managers and Executives may list and read. Administrators may create, update and delete. Beyond the reference: list, read, create, update and delete. */
  readonly expensecategory: Lists<ExpensecategoryRecord, ExpensecategoryFilter> &
    Reads<ExpensecategoryRecord> &
    Creates<ExpensecategoryRecord, ExpensecategoryNew> &
    Updates<ExpensecategoryRecord, ExpensecategoryChange> &
    Removes & {
      /** The history of the record: who changed what. */
      event(id: number, query?: Query<Omit<EventFilter, 'recordid'>, never>, options?: ListOptions): List<EventRecord>
    }

  /** The four access levels. Administrators, Managers, Resources and Executives may list and read. */
  readonly group: Lists<GroupRecord, unknown> &
    Reads<GroupRecord> & {
      /** The history of the record: who changed what. */
      event(id: number, query?: Query<Omit<EventFilter, 'recordid'>, never>, options?: ListOptions): List<EventRecord>
    }

  /** Invoices of projects. Administrators, Managers and Executives may list and read. Administrators and Managers may create, update and delete. */
  readonly invoice: Lists<InvoiceRecord, InvoiceFilter, InvoiceSort> &
    Reads<InvoiceRecord> &
    Creates<InvoiceRecord, InvoiceNew> &
    Updates<InvoiceRecord, InvoiceChange> &
    Removes & {
      /** Mails an issued invoice with its PDF. GET /invoicemail/ suggests recipients, subject and text. By Administrators and Managers. */
      mail(
        id: number,
        fields: {
          /** Addresses, separated by commas. */
          to: string
          /** Addresses that get a copy. */
          cc?: string | undefined
          subject: string
          /** Plain text, line by line; {link} becomes the public link. */
          text: string
        },
        options?: ChangeOptions,
      ): Promise<InvoiceRecord>
      /** Pauses or resumes the reminders of an issued invoice. By Administrators and Managers. */
      reminders(
        id: number,
        fields: {
          /** 't' pauses them. */
          remindersoff: boolean
        },
        options?: ChangeOptions,
      ): Promise<InvoiceRecord>
      /** Creates the public link of an issued invoice, in place of the one it has. GET /invoicemail/ returns it. By Administrators and Managers. */
      link(id: number, options?: ChangeOptions): Promise<InvoiceRecord>
      /** Revokes the public link of an invoice. By Administrators and Managers. */
      unlink(id: number, options?: ChangeOptions): Promise<InvoiceRecord>
      /** Records that an issued invoice was sent in another way. It sends no mail. By Administrators and Managers. */
      marksent(
        id: number,
        fields?: {
          /** The day; today if it is left out. */
          date?: IsoDate | null | undefined
        },
        options?: ChangeOptions,
      ): Promise<InvoiceRecord>
      /** Excludes time entries from a draft. They stay unbilled, and later imports of this draft skip them until they are included again. By Administrators and Managers. */
      exclude(
        id: number,
        fields: {
          /** Ids of time entries of this invoice. */
          timeid: readonly number[]
        },
        options?: ChangeOptions,
      ): Promise<InvoiceRecord>
      /** Includes excluded time entries in the draft again, at the rates of their days. By Administrators and Managers. */
      include(
        id: number,
        fields: {
          /** Ids of time entries that were excluded from this invoice. */
          timeid: readonly number[]
        },
        options?: ChangeOptions,
      ): Promise<InvoiceRecord>
      /** Moves time entries to another draft of the same project and currency that bills time. The date range of that draft does not matter; its other import rules apply. By Administrators and Managers. */
      move(
        id: number,
        fields: {
          /** Ids of time entries of this invoice. */
          timeid: readonly number[]
          /** The draft to move them to. */
          invoiceid: number
        },
        options?: ChangeOptions,
      ): Promise<InvoiceRecord>
      /** Bills time entries of a draft with a lower amount. Their hours stay as they are; each gets a line of its own. By Administrators and Managers. */
      writedown(
        id: number,
        fields: {
          /** Ids of time entries of this invoice. */
          timeid: readonly number[]
          /** What each of these entries is billed with, less than its hours times the rate of its day; 0 for nothing. Blank ends the write-down. */
          amount?: DecimalInput | null | undefined
        },
        options?: ChangeOptions,
      ): Promise<InvoiceRecord>
      /** Adds a line for each billable expense of its project that is on no invoice: those in expenseid, those of a range of days, or all. By Administrators and Managers. */
      addexpenses(
        id: number,
        fields?: {
          /** Ids of expenses, separated by commas; blank for all of the range. */
          expenseid?: readonly number[] | undefined
          /** Expenses on or after that day. */
          datebegin?: IsoDate | null | undefined
          /** Expenses on or before that day. */
          dateend?: IsoDate | null | undefined
        },
        options?: ChangeOptions,
      ): Promise<InvoiceRecord>
      /** Creates the draft of a credit note of an issued invoice, with its lines and negative quantities. The body may have the texts, date and term of an invoice. By Administrators and Managers. */
      credit(
        id: number,
        fields?: Partial<
          Omit<
            InvoiceNew,
            | 'projectid'
            | 'currency'
            | 'tax'
            | 'secondtax'
            | 'secondtaxcompound'
            | 'datebegin'
            | 'dateend'
            | 'draft'
            | 'excludefuture'
            | 'excludeunapproved'
            | 'groupby'
          >
        > & {
          /** 't' makes the hours and expenses of the invoice billable again once it is fully credited by issued credit notes. */
          releasetime?: boolean | undefined
        },
        options?: ChangeOptions,
      ): Promise<InvoiceRecord>
      /** Creates a draft of today with the same texts, term, taxes and custom lines. Lines of time and expenses are not copied. The body may have the fields of an invoice. By Administrators and Managers. */
      duplicate(id: number, fields?: Partial<InvoiceNew>, options?: ChangeOptions): Promise<InvoiceRecord>
      /** Imports the time of its range again, with what was logged since, each entry at the rate of its day. By Administrators and Managers. */
      import(id: number, options?: ChangeOptions): Promise<InvoiceRecord>
      /** Issues the invoice: from now on only payments and notes can be added to it. By Administrators and Managers. */
      issue(id: number, options?: ChangeOptions): Promise<InvoiceRecord>
      /** Cancels an issued invoice: its time and expenses can be billed again, its number and lines are kept. By Administrators and Managers. */
      void(id: number, options?: ChangeOptions): Promise<InvoiceRecord>
      /** The history of the record: who changed what. */
      event(id: number, query?: Query<Omit<EventFilter, 'recordid'>, never>, options?: ListOptions): List<EventRecord>
      /** The invoice as a PDF, as its client gets it. */
      pdf(id: number, options?: RequestOptions): Promise<Download>
    }

  /** Lines of invoices. Administrators, Managers and Executives may list and read. Administrators and Managers may create, update and delete. */
  readonly invoiceitem: ListsOf<InvoiceitemRecord, InvoiceitemFilter, InvoiceitemSort> &
    Reads<InvoiceitemRecord> &
    Creates<InvoiceitemRecord, InvoiceitemNew> &
    Updates<InvoiceitemRecord, InvoiceitemChange> &
    Removes & {
      /** The time entries of the line. */
      time(
        id: number,
        query?: Query<Omit<TimeFilter, 'invoiceitemid'>, TimeSort>,
        options?: ListOptions,
      ): List<TimeRecord>
      /** The history of the record: who changed what. */
      event(id: number, query?: Query<Omit<EventFilter, 'recordid'>, never>, options?: ListOptions): List<EventRecord>
    }

  /** Notes and automatic history of invoices. Administrators and Managers may list, read and create. Administrators may update and delete. */
  readonly invoicenote: ListsOf<InvoicenoteRecord, InvoicenoteFilter> &
    Reads<InvoicenoteRecord> &
    Creates<InvoicenoteRecord, InvoicenoteNew> &
    Updates<InvoicenoteRecord, InvoicenoteChange> &
    Removes & {
      /** The history of the record: who changed what. */
      event(id: number, query?: Query<Omit<EventFilter, 'recordid'>, never>, options?: ListOptions): List<EventRecord>
    }

  /** Payment terms. Administrators, Managers and Executives may list and read. Administrators may create, update and delete. Beyond the reference: create, update and delete. */
  readonly invoiceterm: Lists<InvoicetermRecord, unknown> &
    Reads<InvoicetermRecord> &
    Creates<InvoicetermRecord, InvoicetermNew> &
    Updates<InvoicetermRecord, InvoicetermChange> &
    Removes & {
      /** The history of the record: who changed what. */
      event(id: number, query?: Query<Omit<EventFilter, 'recordid'>, never>, options?: ListOptions): List<EventRecord>
    }

  /** The signed-in person. Administrators, Managers, Resources and Executives may list, read and update. Beyond the reference: read and update. */
  readonly me: ReadsOne<MeRecord> & UpdatesOne<MeRecord, MeChange>

  /** Dated goals of a project that group tasks. Administrators, Managers, Resources and Executives may list and read. Administrators and Managers may create, update and delete. */
  readonly milestone: Lists<MilestoneRecord, MilestoneFilter, MilestoneSort> &
    Reads<MilestoneRecord> &
    Creates<MilestoneRecord, MilestoneNew> &
    Updates<MilestoneRecord, MilestoneChange> &
    Removes & {
      /** The history of the record: who changed what. */
      event(id: number, query?: Query<Omit<EventFilter, 'recordid'>, never>, options?: ListOptions): List<EventRecord>
    }

  /** Comments and automatic history of milestones. Administrators, Managers, Resources and Executives may list, read and create. Administrators may update and delete. */
  readonly milestonenote: ListsOf<MilestonenoteRecord, MilestonenoteFilter> &
    Reads<MilestonenoteRecord> &
    Creates<MilestonenoteRecord, MilestonenoteNew> &
    Updates<MilestonenoteRecord, MilestonenoteChange> &
    Removes & {
      /** The history of the record: who changed what. */
      event(id: number, query?: Query<Omit<EventFilter, 'recordid'>, never>, options?: ListOptions): List<EventRecord>
    }

  /** Default modules (task categories) of the account; active ones are copied into every new project. Administrators may list, read, create, update and delete. Beyond the reference: create, update and delete. */
  readonly module: Lists<ModuleRecord, ModuleFilter> &
    Reads<ModuleRecord> &
    Creates<ModuleRecord, ModuleNew> &
    Updates<ModuleRecord, ModuleChange> &
    Removes & {
      /** The history of the record: who changed what. */
      event(id: number, query?: Query<Omit<EventFilter, 'recordid'>, never>, options?: ListOptions): List<EventRecord>
    }

  /** Money received for projects. Administrators, Managers and Executives may list and read. Administrators and Managers may create and update. Administrators may delete. */
  readonly payment: Lists<PaymentRecord, PaymentFilter, PaymentSort> &
    Reads<PaymentRecord> &
    Creates<PaymentRecord, PaymentNew> &
    Updates<PaymentRecord, PaymentChange> &
    Removes & {
      /** Creates a payment of `amount`, for another invoice or for none, with the same date, type and reference, and subtracts it from this one. The body may have `projectid`, `invoiceid` and `note` too. By Administrators and Managers. */
      split(
        id: number,
        fields?: Partial<Omit<PaymentNew, 'date' | 'typeid' | 'reference'>>,
        options?: ChangeOptions,
      ): Promise<PaymentRecord>
      /** The history of the record: who changed what. */
      event(id: number, query?: Query<Omit<EventFilter, 'recordid'>, never>, options?: ListOptions): List<EventRecord>
    }

  /** Kinds of payment. Administrators, Managers and Executives may list and read. Administrators may create, update and delete. Beyond the reference: create, update and delete. */
  readonly paymenttype: Lists<PaymenttypeRecord, unknown> &
    Reads<PaymenttypeRecord> &
    Creates<PaymenttypeRecord, PaymenttypeNew> &
    Updates<PaymenttypeRecord, PaymenttypeChange> &
    Removes & {
      /** The history of the record: who changed what. */
      event(id: number, query?: Query<Omit<EventFilter, 'recordid'>, never>, options?: ListOptions): List<EventRecord>
    }

  /** People: users of the four roles and client contacts who cannot sign in. In a path, `me` in place of the id is you. Administrators, Managers and Resources may list and read. Administrators may create, update and delete. */
  readonly person: Lists<PersonRecord, PersonFilter> &
    Reads<PersonRecord> &
    Creates<PersonRecord, PersonNew> &
    Updates<PersonRecord, PersonChange> &
    Removes & {
      /** Changes what a person may do beyond their role. Fields that are not sent keep their values. By Administrators. */
      permit(
        id: number,
        fields?: {
          /** 't': sees only tasks they own, are assigned to or follow. */
          restricttasks?: boolean | undefined
          /** 'f': may write no notes. */
          cancomment?: boolean | undefined
        },
        options?: ChangeOptions,
      ): Promise<PersonRecord>
      /** The history of the record: who changed what. */
      event(id: number, query?: Query<Omit<EventFilter, 'recordid'>, never>, options?: ListOptions): List<EventRecord>
    }

  /** Contact entries (phone, email, address, website ...) of a person. Administrators, Managers, Resources and Executives may list, read, create, update and delete. */
  readonly personcontact: ListsOf<PersoncontactRecord, PersoncontactFilter> &
    Reads<PersoncontactRecord> &
    Creates<PersoncontactRecord, PersoncontactNew> &
    Updates<PersoncontactRecord, PersoncontactChange> &
    Removes & {
      /** The history of the record: who changed what. */
      event(id: number, query?: Query<Omit<EventFilter, 'recordid'>, never>, options?: ListOptions): List<EventRecord>
    }

  /** Projects. Administrators, Managers, Resources and Executives may list and read. Administrators may create, update and delete. */
  readonly project: Lists<ProjectRecord, ProjectFilter, ProjectSort> &
    Reads<ProjectRecord> &
    Creates<ProjectRecord, ProjectNew> &
    Updates<ProjectRecord, ProjectChange> &
    Removes & {
      /** Creates a project from this one as a template. The body has the fields of a project, and which parts are copied; fields that it leaves out come from this project. Dates move by the days between the two starts, and tasks are open again. Time, money, notes and documents are not copied, nobody is notified, and at most 500 tasks are copied. By Administrators. */
      duplicate(
        id: number,
        fields?: Partial<ProjectNew> & {
          /** Whether the active people of the team join the new project. */
          copyteam?: boolean | undefined
          /** Whether it has the same modules; else the defaults of the account. */
          copymodules?: boolean | undefined
          /** Whether it has the same work types and rates; else the defaults of the account. */
          copyworktypes?: boolean | undefined
          /** Whether milestones are copied, incomplete. */
          copymilestones?: boolean | undefined
          /** Whether tasks are copied, with their people and checklists, in the first open status. */
          copytasks?: boolean | undefined
        },
        options?: ChangeOptions,
      ): Promise<ProjectRecord>
      /** The history of the record: who changed what. */
      event(id: number, query?: Query<Omit<EventFilter, 'recordid'>, never>, options?: ListOptions): List<EventRecord>
    }

  /** Account-wide labels for projects. Administrators, Managers, Resources and Executives may list and read. Administrators may create, update and delete. Beyond the reference: create, update and delete. */
  readonly projectlabel: Lists<ProjectlabelRecord, ProjectlabelFilter> &
    Reads<ProjectlabelRecord> &
    Creates<ProjectlabelRecord, ProjectlabelNew> &
    Updates<ProjectlabelRecord, ProjectlabelChange> &
    Removes & {
      /** The history of the record: who changed what. */
      event(id: number, query?: Query<Omit<EventFilter, 'recordid'>, never>, options?: ListOptions): List<EventRecord>
    }

  /** Modules assigned to a project. Administrators, Managers, Resources and Executives may list and read. Administrators may create, update and delete. */
  readonly projectmodule: Lists<ProjectmoduleRecord, ProjectmoduleFilter> &
    Reads<ProjectmoduleRecord> &
    Creates<ProjectmoduleRecord, ProjectmoduleNew> &
    Updates<ProjectmoduleRecord, ProjectmoduleChange> &
    Removes & {
      /** The history of the record: who changed what. */
      event(id: number, query?: Query<Omit<EventFilter, 'recordid'>, never>, options?: ListOptions): List<EventRecord>
    }

  /** Notes of a project, secure ones among them. Administrators, Managers and Resources may list, read, create, update and delete. */
  readonly projectnote: Lists<ProjectnoteRecord, ProjectnoteFilter> &
    Reads<ProjectnoteRecord> &
    Creates<ProjectnoteRecord, ProjectnoteNew> &
    Updates<ProjectnoteRecord, ProjectnoteChange> &
    Removes & {
      /** The history of the record: who changed what. */
      event(id: number, query?: Query<Omit<EventFilter, 'recordid'>, never>, options?: ListOptions): List<EventRecord>
    }

  /** Rates of work types in projects from a day on, for everyone or for one person. The rate of a person takes precedence; before the first rate of everyone, the work type has its firstrate. Administrators and Managers may list and read. Administrators may create, update and delete. Beyond the reference: list, read, create, update and delete. */
  readonly projectrate: Lists<ProjectrateRecord, ProjectrateFilter, ProjectrateSort> &
    Reads<ProjectrateRecord> &
    Creates<ProjectrateRecord, ProjectrateNew> &
    Updates<ProjectrateRecord, ProjectrateChange> &
    Removes & {
      /** The history of the record: who changed what. */
      event(id: number, query?: Query<Omit<EventFilter, 'recordid'>, never>, options?: ListOptions): List<EventRecord>
    }

  /** Work types of a project with their rates. Administrators, Managers, Resources and Executives may list and read. Administrators may create, update and delete. */
  readonly projectworktype: Lists<ProjectworktypeRecord, ProjectworktypeFilter> &
    Reads<ProjectworktypeRecord> &
    Creates<ProjectworktypeRecord, ProjectworktypeNew> &
    Updates<ProjectworktypeRecord, ProjectworktypeChange> &
    Removes & {
      /** The history of the record: who changed what. */
      event(id: number, query?: Query<Omit<EventFilter, 'recordid'>, never>, options?: ListOptions): List<EventRecord>
    }

  /** Invoices that are created again for each month, quarter or year. Administrators and Managers may list, read, create, update and delete. Beyond the reference: list, read, create, update and delete. */
  readonly recurringinvoice: Lists<RecurringinvoiceRecord, RecurringinvoiceFilter, RecurringinvoiceSort> &
    Reads<RecurringinvoiceRecord> &
    Creates<RecurringinvoiceRecord, RecurringinvoiceNew> &
    Updates<RecurringinvoiceRecord, RecurringinvoiceChange> &
    Removes & {
      /** The history of the record: who changed what. */
      event(id: number, query?: Query<Omit<EventFilter, 'recordid'>, never>, options?: ListOptions): List<EventRecord>
    }

  /** The fixed lines of recurring invoices. Administrators and Managers may list, read, create, update and delete. Beyond the reference: list, read, create, update and delete. */
  readonly recurringinvoiceitem: ListsOf<
    RecurringinvoiceitemRecord,
    RecurringinvoiceitemFilter,
    RecurringinvoiceitemSort
  > &
    Reads<RecurringinvoiceitemRecord> &
    Creates<RecurringinvoiceitemRecord, RecurringinvoiceitemNew> &
    Updates<RecurringinvoiceitemRecord, RecurringinvoiceitemChange> &
    Removes & {
      /** The history of the record: who changed what. */
      event(id: number, query?: Query<Omit<EventFilter, 'recordid'>, never>, options?: ListOptions): List<EventRecord>
    }

  /** The periods of recurring invoices that are due, and what became of them. Administrators and Managers may list and read. Beyond the reference: list and read. */
  readonly recurringperiod: Lists<RecurringperiodRecord, RecurringperiodFilter, RecurringperiodSort> &
    Reads<RecurringperiodRecord> & {
      /** Creates the invoice of the period now, as its recurring invoice says: a draft, issued, or issued and sent. The body may have its date. By Administrators and Managers. */
      bill(
        id: number,
        fields?: Partial<
          Omit<
            InvoiceNew,
            | 'projectid'
            | 'title'
            | 'description'
            | 'termid'
            | 'termother'
            | 'termotherdatedue'
            | 'addressfrom'
            | 'addressto'
            | 'purchaseorder'
            | 'disclaimer'
            | 'tax'
            | 'secondtax'
            | 'secondtaxcompound'
            | 'draft'
            | 'datebegin'
            | 'dateend'
            | 'excludefuture'
            | 'excludeunapproved'
          >
        >,
        options?: ChangeOptions,
      ): Promise<InvoiceRecord>
      /** Decides that the period gets no invoice. By Administrators and Managers. */
      skip(id: number, options?: ChangeOptions): Promise<RecurringperiodRecord>
      /** The history of the record: who changed what. */
      event(id: number, query?: Query<Omit<EventFilter, 'recordid'>, never>, options?: ListOptions): List<EventRecord>
    }

  /** Work requests: the queue that can become tasks. Administrators, Managers, Resources and Executives may list, read, create, update and delete. */
  readonly request: Lists<RequestRecord, RequestFilter, RequestSort> &
    Reads<RequestRecord> &
    Creates<RequestRecord, RequestNew> &
    Updates<RequestRecord, RequestChange> &
    Removes & {
      /** Creates a task from the request. The body has the fields of a task; fields that it leaves out come from the request. By Administrators, Managers and Resources. */
      accept(id: number, fields?: Partial<TaskNew>, options?: ChangeOptions): Promise<TaskRecord>
      /** The history of the record: who changed what. */
      event(id: number, query?: Query<Omit<EventFilter, 'recordid'>, never>, options?: ListOptions): List<EventRecord>
    }

  /** Comments on work requests. Administrators, Managers, Resources and Executives may list, read, create, update and delete. Beyond the reference: list, read, create, update and delete. */
  readonly requestnote: ListsOf<RequestnoteRecord, RequestnoteFilter> &
    Reads<RequestnoteRecord> &
    Creates<RequestnoteRecord, RequestnoteNew> &
    Updates<RequestnoteRecord, RequestnoteChange> &
    Removes & {
      /** The history of the record: who changed what. */
      event(id: number, query?: Query<Omit<EventFilter, 'recordid'>, never>, options?: ListOptions): List<EventRecord>
    }

  /** Saved reports: one's own and those that others share; Executives see only their own. Administrators, Managers, Resources and Executives may list, read, create, update and delete. Beyond the reference: list, read, create, update and delete. */
  readonly savedreport: Lists<SavedreportRecord, unknown> &
    Reads<SavedreportRecord> &
    Creates<SavedreportRecord, SavedreportNew> &
    Updates<SavedreportRecord, SavedreportChange> &
    Removes & {
      /** The history of the record: who changed what. */
      event(id: number, query?: Query<Omit<EventFilter, 'recordid'>, never>, options?: ListOptions): List<EventRecord>
    }

  /** One piece of work in a project. Administrators, Managers, Resources and Executives may list and read. Administrators, Managers and Resources may create and update. Administrators and Managers may delete. */
  readonly task: Lists<TaskRecord, TaskFilter, TaskSort> &
    Reads<TaskRecord> &
    Creates<TaskRecord, TaskNew> &
    Updates<TaskRecord, TaskChange> &
    Removes & {
      /** Creates a task like this one, with its people and checklist. The body has the fields of a task; fields that it leaves out come from this task. By Administrators, Managers and Resources. */
      duplicate(id: number, fields?: Partial<TaskNew>, options?: ChangeOptions): Promise<TaskRecord>
      /** The checklist of the task. */
      taskitem(
        id: number,
        query?: Query<Omit<TaskitemFilter, 'taskid'>, TaskitemSort>,
        options?: ListOptions,
      ): List<TaskitemRecord>
      /** The history of the record: who changed what. */
      event(id: number, query?: Query<Omit<EventFilter, 'recordid'>, never>, options?: ListOptions): List<EventRecord>
    }

  /** The checklist of a task: short steps that are done or not. Administrators, Managers, Resources and Executives may list and read. Administrators, Managers and Resources may create, update and delete. Beyond the reference: list, read, create, update and delete. */
  readonly taskitem: Lists<TaskitemRecord, TaskitemFilter, TaskitemSort> &
    Reads<TaskitemRecord> &
    Creates<TaskitemRecord, TaskitemNew> &
    Updates<TaskitemRecord, TaskitemChange> &
    Removes & {
      /** The history of the record: who changed what. */
      event(id: number, query?: Query<Omit<EventFilter, 'recordid'>, never>, options?: ListOptions): List<EventRecord>
    }

  /** Saved filters of the task list: one's own and those that others share; Executives see only their own. Administrators, Managers, Resources and Executives may list, read, create, update and delete. Beyond the reference: create, update and delete. */
  readonly tasklistfilter: Lists<TasklistfilterRecord, unknown> &
    Reads<TasklistfilterRecord> &
    Creates<TasklistfilterRecord, TasklistfilterNew> &
    Updates<TasklistfilterRecord, TasklistfilterChange> &
    Removes & {
      /** The history of the record: who changed what. */
      event(id: number, query?: Query<Omit<EventFilter, 'recordid'>, never>, options?: ListOptions): List<EventRecord>
    }

  /** Comments and automatic history of tasks. Administrators, Managers, Resources and Executives may list, read and create. Administrators may update and delete. */
  readonly tasknote: Lists<TasknoteRecord, TasknoteFilter, TasknoteSort> &
    Reads<TasknoteRecord> &
    Creates<TasknoteRecord, TasknoteNew> &
    Updates<TasknoteRecord, TasknoteChange> &
    Removes & {
      /** The history of the record: who changed what. */
      event(id: number, query?: Query<Omit<EventFilter, 'recordid'>, never>, options?: ListOptions): List<EventRecord>
    }

  /** Task priorities of the account. Administrators, Managers, Resources and Executives may list and read. Administrators may create, update and delete. Beyond the reference: create, update and delete. */
  readonly taskpriority: Lists<TaskpriorityRecord, TaskpriorityFilter> &
    Reads<TaskpriorityRecord> &
    Creates<TaskpriorityRecord, TaskpriorityNew> &
    Updates<TaskpriorityRecord, TaskpriorityChange> &
    Removes & {
      /** The history of the record: who changed what. */
      event(id: number, query?: Query<Omit<EventFilter, 'recordid'>, never>, options?: ListOptions): List<EventRecord>
    }

  /** Task statuses of the account. Administrators, Managers, Resources and Executives may list and read. Administrators may create, update and delete. Beyond the reference: create, update and delete. */
  readonly taskstatus: Lists<TaskstatusRecord, TaskstatusFilter> &
    Reads<TaskstatusRecord> &
    Creates<TaskstatusRecord, TaskstatusNew> &
    Updates<TaskstatusRecord, TaskstatusChange> &
    Removes & {
      /** Moves the status to another position between Open and Closed. By Administrators. */
      move(
        id: number,
        fields: {
          /** Its new place; those who stood there move up. */
          priority: number
        },
        options?: ChangeOptions,
      ): Promise<TaskstatusRecord>
      /** The history of the record: who changed what. */
      event(id: number, query?: Query<Omit<EventFilter, 'recordid'>, never>, options?: ListOptions): List<EventRecord>
    }

  /** Time entries. Administrators, Managers, Resources and Executives may list and read. Administrators, Managers and Resources may create, update and delete. */
  readonly time: Lists<TimeRecord, TimeFilter, TimeSort> &
    Reads<TimeRecord> &
    Creates<TimeRecord, TimeNew> &
    Updates<TimeRecord, TimeChange> &
    Removes & {
      /** The history of the record: who changed what. */
      event(id: number, query?: Query<Omit<EventFilter, 'recordid'>, never>, options?: ListOptions): List<EventRecord>
    }

  /** A running or paused stopwatch, for a task or general. Administrators, Managers and Resources may list, read, create, update and delete. */
  readonly timer: Lists<TimerRecord, TimerFilter, TimerSort> &
    Reads<TimerRecord> &
    Creates<TimerRecord, TimerNew> &
    Updates<TimerRecord, TimerChange> &
    Removes & {
      /** Stops a running timer: the seconds since its start are added to its time. By Administrators, Managers and Resources. */
      pause(id: number, options?: ChangeOptions): Promise<TimerRecord>
      /** Starts a paused timer again; it continues from the time that it has. By Administrators, Managers and Resources. */
      resume(id: number, options?: ChangeOptions): Promise<TimerRecord>
      /** Creates the time entry of a running or paused timer and deletes the timer. The body has the fields of a time entry; those that it leaves out are the task, person, name and hours of the timer, rounded by the rule of the company, and the account's today; the entry is billable when the project is. By Administrators, Managers and Resources. */
      apply(id: number, fields?: Partial<TimeNew>, options?: ChangeOptions): Promise<TimeRecord>
      /** The history of the record: who changed what. */
      event(id: number, query?: Query<Omit<EventFilter, 'recordid'>, never>, options?: ListOptions): List<EventRecord>
    }

  /** Weeks of time, from Monday to Sunday, as they are submitted and approved. The time of an approved week cannot be changed. Administrators, Managers and Resources may list, read, create and delete. Beyond the reference: list, read, create and delete. */
  readonly timesheet: Lists<TimesheetRecord, TimesheetFilter, TimesheetSort> &
    Reads<TimesheetRecord> &
    Creates<TimesheetRecord, TimesheetNew> &
    Removes & {
      /** Submits the week for approval, by its owner or an Administrator. Its owner can no longer change its time. By Administrators, Managers and Resources. */
      submit(
        id: number,
        fields?: {
          /** A word about it, kept in the history. */
          note?: string | undefined
        },
        options?: ChangeOptions,
      ): Promise<TimesheetRecord>
      /** Withdraws a submitted week, by its owner, who can then change its time again. By Administrators, Managers and Resources. */
      withdraw(
        id: number,
        fields?: {
          /** A word about it, kept in the history. */
          note?: string | undefined
        },
        options?: ChangeOptions,
      ): Promise<TimesheetRecord>
      /** Approves a submitted week: from now on its time cannot be changed. By Managers only if the company allows it. By Administrators and Managers. */
      approve(
        id: number,
        fields?: {
          /** A word about it, kept in the history. */
          note?: string | undefined
        },
        options?: ChangeOptions,
      ): Promise<TimesheetRecord>
      /** Returns a submitted week to its owner. By Managers only if the company allows it. By Administrators and Managers. */
      reject(
        id: number,
        fields?: {
          /** A word about it, kept in the history. */
          note?: string | undefined
        },
        options?: ChangeOptions,
      ): Promise<TimesheetRecord>
      /** Opens a week again that was submitted, approved or rejected. By Administrators. */
      reopen(
        id: number,
        fields?: {
          /** A word about it, kept in the history. */
          note?: string | undefined
        },
        options?: ChangeOptions,
      ): Promise<TimesheetRecord>
      /** The history of the record: who changed what. */
      event(id: number, query?: Query<Omit<EventFilter, 'recordid'>, never>, options?: ListOptions): List<EventRecord>
    }

  /** Who did what with a timesheet, and when. Administrators, Managers and Resources may list and read. Beyond the reference: list and read. */
  readonly timesheethistory: ListsOf<TimesheethistoryRecord, TimesheethistoryFilter, TimesheethistorySort> &
    Reads<TimesheethistoryRecord> & {
      /** The history of the record: who changed what. */
      event(id: number, query?: Query<Omit<EventFilter, 'recordid'>, never>, options?: ListOptions): List<EventRecord>
    }

  /** Default work types of the account; active ones are copied into every new project. Administrators may list, read, create, update and delete. Beyond the reference: create, update and delete. */
  readonly worktype: Lists<WorktypeRecord, WorktypeFilter> &
    Reads<WorktypeRecord> &
    Creates<WorktypeRecord, WorktypeNew> &
    Updates<WorktypeRecord, WorktypeChange> &
    Removes & {
      /** The history of the record: who changed what. */
      event(id: number, query?: Query<Omit<EventFilter, 'recordid'>, never>, options?: ListOptions): List<EventRecord>
    }

  /** A URL to which events of the account are sent, signed with a secret. For Administrators only. Administrators may list, read, create, update and delete. Beyond the reference: list, read, create, update and delete. */
  readonly webhook: Lists<WebhookRecord, WebhookFilter> &
    Reads<WebhookRecord> &
    Creates<WebhookRecord, WebhookNew> &
    Updates<WebhookRecord, WebhookChange> &
    Removes & {
      /** Sends an event of the type `test`, to try whether the receiver works. By Administrators. */
      test(id: number, options?: ChangeOptions): Promise<WebhookRecord>
      /** Creates a new secret and returns it. For 24 hours deliveries are signed with both secrets. By Administrators. */
      rotate(id: number, options?: ChangeOptions): Promise<WebhookRecord>
      /** Sends earlier events again, with the same ids, as far as they are still kept. By Administrators. */
      replay(
        id: number,
        fields: {
          /** Events after the one with this id; 0 for all. */
          since: number
          /** Events up to this id; all if it is not sent. */
          until?: number | null | undefined
        },
        options?: ChangeOptions,
      ): Promise<WebhookRecord>
      /** The deliveries of the webhook. */
      webhookdelivery(
        id: number,
        query?: Query<Omit<WebhookdeliveryFilter, 'webhookid'>, WebhookdeliverySort>,
        options?: ListOptions,
      ): List<WebhookdeliveryRecord>
      /** The history of the record: who changed what. */
      event(id: number, query?: Query<Omit<EventFilter, 'recordid'>, never>, options?: ListOptions): List<EventRecord>
    }

  /** One event that was or will be sent to a webhook. Kept for 30 days. Administrators may list and read. Beyond the reference: list and read. */
  readonly webhookdelivery: Lists<WebhookdeliveryRecord, WebhookdeliveryFilter, WebhookdeliverySort> &
    Reads<WebhookdeliveryRecord> & {
      /** Sends it again, at once. By Administrators. */
      again(id: number, options?: ChangeOptions): Promise<WebhookdeliveryRecord>
    }

  /** What happened, in the order in which it was committed: one event per changed record. Administrators and Managers may list and read. Beyond the reference: list and read. */
  readonly event: Lists<EventRecord, EventFilter> & Reads<EventRecord>

  /** What happened to records that concern the caller. Everybody sees only their own, about records that they see. Administrators, Managers, Resources and Executives may list, read, update and delete. Beyond the reference: list, read, update and delete. */
  readonly notification: Lists<NotificationRecord, NotificationFilter> &
    Reads<NotificationRecord> &
    Updates<NotificationRecord, NotificationChange> &
    Removes & {
      /** Marks this notification and all older ones as read. By Administrators, Managers, Resources and Executives. */
      readall(id: number, options?: ChangeOptions): Promise<NotificationRecord>
    }

  /** The budgets of projects and how much of them is used. Administrators and Managers may read it. Beyond the reference. */
  readonly budget: Reports<BudgetRow, BudgetParameters>

  /** The value of billable hours less the cost of all hours at current cost rates, by project, client or person. Managers may read it if company.managersseecost allows it. Administrators and Managers may read it. Beyond the reference. */
  readonly margin: Reports<MarginRow, MarginParameters>

  /** What clients owe on unpaid invoices in each currency, by how long it is overdue. Administrators, Managers and Executives may read it. Beyond the reference. */
  readonly receivables: Reports<ReceivablesRow, ReceivablesParameters>

  /** The budget of each month, quarter or year and how much of it is used. Administrators and Managers may read it. Beyond the reference. */
  readonly retainer: Reports<RetainerRow, RetainerParameters>

  /** What was invoiced and what was paid, by month and currency. Administrators, Managers and Executives may read it. Beyond the reference. */
  readonly revenue: Reports<RevenueRow, RevenueParameters>

  /** Records of all resources that have a text: up to five of each that the caller sees, the best matches first. Administrators, Managers, Resources and Executives may read it. Beyond the reference. */
  readonly search: Reports<SearchRow, SearchParameters>

  /** Statements of account: invoices and payments of each client and currency in a range of days, with the balance before, after each and at the end. Administrators, Managers and Executives may read it. Beyond the reference. */
  readonly statement: Reports<StatementRow, StatementParameters>

  /** Hours logged, grouped by person, project, client, work type, module, day, week or month. Administrators, Managers and Resources may read it. Beyond the reference. */
  readonly timereport: Reports<TimereportRow, TimereportParameters>

  /** Billable time and billable expenses that are on no invoice, by client and project. Administrators and Managers may read it. Beyond the reference. */
  readonly unbilled: Reports<UnbilledRow, UnbilledParameters>

  /** Hours logged against the weekly hours of people, by person, week or month. Administrators, Managers and Resources may read it. Beyond the reference. */
  readonly utilization: Reports<UtilizationRow, UtilizationParameters>
}

/** The facts that the client uses at run time: the kinds of values and the methods of each resource. */
export const contract: Contract = {
  resources: {
    client: {
      kinds: {
        integer: 'id localidunpadded localid',
        flag: 'remindersoff active',
      },
      subLists: 'event',
    },
    company: {
      verbs: 'read update',
      kinds: {
        integer: 'id quotashare sessionidle sessiondays numberdigits numberstart',
        flag: 'managersapprove managersseecost sampledata',
      },
      single: true,
      actions: 'loadsample removesample',
      subLists: 'event',
      files: 'download',
    },
    contactdescriptor: {
      verbs: 'list',
      kinds: {
        integer: 'id contacttypeid',
      },
    },
    contacttype: {
      verbs: 'list',
      kinds: {
        integer: 'id',
      },
    },
    document: {
      kinds: {
        integer:
          'id personid filesize version projectid taskid milestoneid queueid clientid projectlabel_order projectlabelid',
        flag: 'public active',
        instant: 'datecreated datemodified',
      },
      subLists: 'event',
      files: 'download',
    },
    documentversion: {
      verbs: 'list read',
      kinds: {
        integer: 'id documentid version filesize personid',
        instant: 'date',
      },
      subLists: 'event',
    },
    estimate: {
      kinds: {
        integer: 'id projectid localid revision sentby decidedby invoiceid numitems clientid',
        decimal: 'tax secondtax subtotal taxamount secondtaxamount total',
        flag: 'secondtaxcompound expired onbehalf',
        instant: 'datesent datedecided',
      },
      actions: 'send mail link unlink reopen accept decline',
      creates: { convert: 'invoice' },
      bodies: 'mail accept decline convert',
      subLists: 'event',
      files: 'pdf',
    },
    estimateitem: {
      kinds: {
        integer: 'id estimateid',
        decimal: 'quantity rate amount',
      },
      subLists: 'event',
    },
    expense: {
      kinds: {
        integer: 'id projectid personid clientid categoryid invoiceid receiptfilesize',
        decimal: 'expense fee markup',
        flag: 'billable',
      },
      subLists: 'event',
      files: 'download',
    },
    expensecategory: {
      kinds: {
        integer: 'id priority',
        flag: 'active',
      },
      subLists: 'event',
    },
    group: {
      verbs: 'list read',
      kinds: {
        integer: 'id',
      },
      subLists: 'event',
    },
    invoice: {
      kinds: {
        integer:
          'id projectid termid localid clientid numitems daysoverdue daysoverduepaid projectlabel_order projectlabelid creditof',
        decimal: 'tax second_tax subtotal taxamount secondtaxamount total payments balance writtendown',
        flag: 'second_tax_compound draft excludefuture excludeunapproved remindersoff',
        instant: 'dateissued datevoided',
      },
      actions:
        'mail reminders link unlink marksent exclude include move writedown addexpenses credit duplicate import issue void',
      bodies: 'mail reminders marksent exclude include move writedown addexpenses credit duplicate',
      subLists: 'event',
      files: 'pdf',
    },
    invoiceitem: {
      kinds: {
        integer: 'id invoiceid expenseid position',
        decimal: 'quantity rate amount writtendown',
        flag: 'custom',
      },
      subLists: 'time event',
    },
    invoicenote: {
      kinds: {
        integer: 'id invoiceid authorid',
        instant: 'date',
      },
      subLists: 'event',
    },
    invoiceterm: {
      kinds: {
        integer: 'id duration priority',
      },
      subLists: 'event',
    },
    me: {
      verbs: 'read update',
      kinds: {
        integer: 'id localid clientid groupid numlogins clientlocalid calendarorientation editordisabled',
        flag: 'primaryaccount allprojects private tips restricttasks',
        instant: 'lastlogin',
      },
      single: true,
    },
    milestone: {
      kinds: {
        integer:
          'id localid projectid projectlocalid clientid clientlocalid progress projectlabel_order projectlabelid',
        ids: 'ownerid',
        flag: 'complete',
        decimal: 'estimate actual',
      },
      subLists: 'event',
    },
    milestonenote: {
      kinds: {
        integer: 'id milestoneid authorid',
        instant: 'date',
        flag: 'public',
      },
      subLists: 'event',
    },
    module: {
      kinds: {
        integer: 'id',
        flag: 'active',
      },
      subLists: 'event',
    },
    payment: {
      kinds: {
        integer: 'id projectid typeid invoiceid clientid personid invoicelocalid',
        decimal: 'amount',
      },
      actions: 'split',
      bodies: 'split',
      subLists: 'event',
    },
    paymenttype: {
      kinds: {
        integer: 'id priority',
      },
      subLists: 'event',
    },
    person: {
      kinds: {
        integer: 'id localid clientid groupid numlogins clientlocalid calendarorientation editordisabled',
        flag: 'primaryaccount allprojects active private tips restricttasks cancomment mailqueue',
        instant: 'lastlogin',
        decimal: 'hourlyrate weeklyhours costrate',
      },
      actions: 'permit',
      bodies: 'permit',
      subLists: 'event',
    },
    personcontact: {
      kinds: {
        integer: 'id personid contact_type_id contact_descriptor_id',
      },
      subLists: 'event',
    },
    project: {
      kinds: {
        integer: 'id clientid clientlocalid labelid label_order localidunpadded localid',
        decimal: 'alert_percent budget',
        flag: 'active billable carryover',
        ids: 'managerid',
      },
      actions: 'duplicate',
      bodies: 'duplicate',
      subLists: 'event',
    },
    projectlabel: {
      kinds: {
        integer: 'id priority',
        flag: 'active',
      },
      subLists: 'event',
    },
    projectmodule: {
      kinds: {
        integer: 'id projectid moduleid',
        flag: 'active',
      },
      subLists: 'event',
    },
    projectnote: {
      kinds: {
        integer: 'id localid projectid clientid authorid',
        flag: 'secure',
        instant: 'date datemodified',
      },
      subLists: 'event',
    },
    projectrate: {
      kinds: {
        integer: 'id projectid worktypeid personid',
        decimal: 'hourlyrate',
      },
      subLists: 'event',
    },
    projectworktype: {
      kinds: {
        integer: 'id projectid worktypeid',
        decimal: 'hourlyrate firstrate esttime total',
        flag: 'active',
      },
      subLists: 'event',
    },
    recurringinvoice: {
      kinds: {
        integer: 'id projectid day termid waiting clientid',
        flag: 'active includetime includeexpenses excludeunapproved secondtaxcompound',
        decimal: 'tax secondtax fixedamount',
      },
      subLists: 'event',
    },
    recurringinvoiceitem: {
      kinds: {
        integer: 'id recurringinvoiceid',
        decimal: 'quantity rate amount',
      },
      subLists: 'event',
    },
    recurringperiod: {
      verbs: 'list read',
      kinds: {
        integer: 'id recurringinvoiceid invoiceid projectid',
      },
      actions: 'skip',
      creates: { bill: 'invoice' },
      bodies: 'bill',
      subLists: 'event',
    },
    request: {
      kinds: {
        integer: 'id personid projectid clientid priorityid priority taskid tasklocalid',
        instant: 'date',
        flag: 'accepted',
      },
      creates: { accept: 'task' },
      bodies: 'accept',
      subLists: 'event',
    },
    requestnote: {
      kinds: {
        integer: 'id requestid authorid',
        instant: 'date',
        flag: 'public',
      },
      subLists: 'event',
    },
    savedreport: {
      kinds: {
        integer: 'id personid',
        flag: 'compare shared',
      },
      subLists: 'event',
    },
    task: {
      kinds: {
        integer:
          'id localid queueid statusid projectid moduleid priorityid priority status_order clientid clientlocalid milestoneid projectlocalid projectlabel_order projectlabelid items itemsdone timerid',
        ids: 'assigneeid ownerid followerid',
        decimal: 'estimate billable unbillable actual',
        instant: 'datemodified starttime',
      },
      actions: 'duplicate',
      bodies: 'duplicate',
      subLists: 'taskitem event',
    },
    taskitem: {
      kinds: {
        integer: 'id taskid position personid projectid',
        flag: 'done',
      },
      subLists: 'event',
    },
    tasklistfilter: {
      kinds: {
        integer: 'id filtertypeid personid subfilterid',
        flag: 'shared scheduled',
        instant: 'datesent',
      },
      subLists: 'event',
    },
    tasknote: {
      kinds: {
        integer: 'id taskid authorid',
        instant: 'date datemodified',
        flag: 'public',
      },
      subLists: 'event',
    },
    taskpriority: {
      kinds: {
        integer: 'id priority',
        flag: 'isdefault active',
      },
      subLists: 'event',
    },
    taskstatus: {
      kinds: {
        integer: 'id priority',
        flag: 'frozen active',
      },
      actions: 'move',
      bodies: 'move',
      subLists: 'event',
    },
    time: {
      kinds: {
        integer:
          'id projectid moduleid taskid worktypeid personid tasklocalid clientid statusid milestoneid ogmilestoneid',
        decimal: 'time hourlyrate',
        flag: 'billable active clientactive',
        instant: 'datemodified',
      },
      subLists: 'event',
    },
    timer: {
      kinds: {
        integer: 'id taskid personid tasklocalid projectid clientid moduleid',
        instant: 'starttime lastupdate',
        decimal: 'time timelapsed totaltime',
        flag: 'isrunning',
      },
      actions: 'pause resume',
      creates: { apply: 'time' },
      bodies: 'apply',
      subLists: 'event',
    },
    timesheet: {
      verbs: 'list read create remove',
      kinds: {
        integer: 'id personid deciderid',
        decimal: 'time billable unbillable',
        instant: 'datesubmitted datedecided datemodified',
      },
      actions: 'submit withdraw approve reject reopen',
      bodies: 'submit withdraw approve reject reopen',
      subLists: 'event',
    },
    timesheethistory: {
      verbs: 'list read',
      kinds: {
        integer: 'id timesheetid personid',
        instant: 'date',
      },
      subLists: 'event',
    },
    worktype: {
      kinds: {
        integer: 'id',
        decimal: 'defaulthourlyrate',
        flag: 'active',
      },
      subLists: 'event',
    },
    webhook: {
      kinds: {
        integer: 'id personid',
        flag: 'active',
        instant: 'datecreated oldsecrettill',
      },
      actions: 'test rotate replay',
      bodies: 'replay',
      subLists: 'webhookdelivery event',
    },
    webhookdelivery: {
      verbs: 'list read',
      kinds: {
        integer: 'id webhookid eventid attempts statuscode ms',
        instant: 'date nextattempt lastattempt',
      },
      actions: 'again',
    },
    event: {
      verbs: 'list read',
      kinds: {
        integer: 'id personid recordid projectid',
        instant: 'date',
      },
    },
    notification: {
      verbs: 'list read update remove',
      kinds: {
        integer: 'id recordid parentid actorid',
        instant: 'date',
        flag: 'read',
      },
      actions: 'readall',
    },
  },
  reports: {
    budget: {
      integer: 'clientid projectid',
      decimal: 'budget hours billable value invoiced expense fee used remaining writtendown',
    },
    margin: {
      integer: 'groupid',
      decimal: 'hours billable revenue cost margin marginpercent nocosthours',
      ids: 'nocostpersonids',
    },
    receivables: {
      integer: 'clientid invoices',
      decimal: 'current days1to30 days31to60 days61to90 over90 total',
    },
    retainer: {
      integer: 'clientid projectid',
      decimal: 'budget carriedover available hours value used remaining',
    },
    revenue: {
      integer: 'invoices',
      decimal: 'subtotal taxes total payments balance',
    },
    search: {
      integer: 'id',
    },
    statement: {
      integer: 'clientid invoiceid',
      decimal: 'charged paid balance',
    },
    timereport: {
      integer: 'groupid entries',
      decimal: 'hours billable',
    },
    unbilled: {
      integer: 'clientid projectid entries expenses',
      decimal: 'hours amount expenseamount',
    },
    utilization: {
      integer: 'personid',
      decimal: 'capacity hours billable utilization logged',
    },
  },
}
