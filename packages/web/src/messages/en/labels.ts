// The labels of fields in English, by resource and field, and the hints below fields of forms. Forms, detail views,
// tables and filters take them from here. A text that only one page uses is in the messages of that page.

const name = 'Name'
const active = 'In use'
const priority = 'Order'
const color = 'Colour'

const labels = {
  client: {
    name: 'Name',
    localid: 'Number',
    datecreated: 'Client since',
    description: 'Description',
    email: 'E-mail',
    website: 'Website',
    phone: 'Phone',
    fax: 'Fax',
    address: 'Address',
  },
  company: {
    name: 'Name',
    address: 'Address',
    taxnumber: 'Tax number',
    currency: 'Currency',
    timezone: 'Time zone',
    budgetsin: 'Budgets are counted in',
    logo: 'Logo',
  },
  document: {
    title: 'Title',
    notes: 'Notes',
    tags: 'Tags',
    public: 'Client sees it',
    filename: 'File',
    filesize: 'Size',
    project: 'Belongs to',
    person: 'Uploaded by',
    datecreated: 'Uploaded',
    datemodified: 'Changed',
  },
  expense: {
    projectid: 'Project',
    personid: 'Who had it',
    date: 'Date',
    expense: 'Cost',
    fee: 'Charged',
    note: 'Note',
  },
  invoiceterm: { name, duration: 'Days until due', priority },
  milestone: {
    projectid: 'Project',
    title: 'Title',
    datedue: 'Due',
    ownerid: 'Owners',
    owners: 'Owners',
    description: 'Description',
    client: 'Client',
    estimate: 'Estimate',
    actual: 'Logged',
  },
  module: { name, description: 'Description', active },
  payment: {
    projectid: 'Project',
    invoiceid: 'Invoice',
    date: 'Date',
    amount: 'Amount',
    typeid: 'Kind',
    reference: 'Reference',
    note: 'Note',
  },
  paymenttype: { name, priority },
  personcontact: { contacttypeid: 'Kind', contactdescriptorid: 'Where', value: 'Value' },
  project: {
    name: 'Name',
    localid: 'Number',
    clientid: 'Client',
    labelid: 'Label',
    managerid: 'Managers',
    datestart: 'Starts',
    dateend: 'Ends',
    budget: 'Budget',
    billable: 'Billable',
    description: 'Description',
    alert_percent: 'Warn at',
  },
  projectlabel: { name, color, priority, active },
  projectmodule: { moduleid: 'From the settings', module: 'Module', description: 'Description' },
  projectworktype: {
    worktypeid: 'From the settings',
    worktype: 'Work type',
    hourlyrate: 'Hourly rate',
    esttime: 'Estimated hours',
  },
  request: {
    title: 'What do you need?',
    description: 'Description',
    projectid: 'Project',
    priorityid: 'Priority',
    datedue: 'Wanted by',
    person: 'Who asks',
    client: 'Client',
    project: 'Project',
  },
  task: {
    title: 'What is to be done?',
    projectid: 'Project',
    moduleid: 'Module',
    statusid: 'Status',
    priorityid: 'Priority',
    datedue: 'Due',
    estimate: 'Estimate',
    assigneeid: 'Assignees',
    ownerid: 'Owners',
    followerid: 'Followers',
    milestoneid: 'Milestone',
    dateopen: 'Start',
    summary: 'Description',
  },
  taskpriority: { name, color, priority, isdefault: 'Chosen for new tasks', active },
  taskstatus: { name, frozen: 'Fixed', active },
  worktype: { name, defaulthourlyrate: 'Hourly rate', active },
}

const printedAddress = 'As it is printed on invoices, line by line.'

const hints: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  client: { address: printedAddress },
  company: {
    address: printedAddress,
    timezone: 'It decides which day it is for everyone.',
    logo: 'PNG or JPEG; it stands at the top of invoices.',
  },
  document: { tags: 'Parted by commas.' },
  expense: { expense: 'What it cost you.', fee: 'What the client is charged for it.' },
  invoiceterm: { duration: 'Blank for terms that are written on each invoice' },
  payment: { reference: 'Number of the transfer or cheque.' },
  project: {
    budget: 'Blank for none',
    alert_percent: 'Per cent of the budget at which the managers get a mail; 0 for none',
    billable: 'New time of this project is billable unless somebody says otherwise',
  },
  request: {
    description: 'What it is for, and how you would know that it is done.',
    projectid: 'Whoever is on the project sees the request; without one, only those who look after new requests.',
  },
}

export const en = { labels, hints }
