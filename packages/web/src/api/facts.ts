// Generated from the definitions of the server by `npm run generate`; a test says whether it is fresh. Each line is one fact in
// a short form that permits.ts beside it reads; nothing else should.

/** The names that each resource, endpoint and report knows. */
export interface Names {
  client: {
    verb: 'list' | 'read' | 'create' | 'update' | 'delete'
    field:
      | 'id'
      | 'name'
      | 'datecreated'
      | 'description'
      | 'email'
      | 'website'
      | 'phone'
      | 'fax'
      | 'address'
      | 'active'
      | 'localidunpadded'
      | 'localid'
    filter: 'localid' | 'active' | 'search' | 'projectsonly'
    sort: 'id' | 'localid' | 'name' | 'datecreated'
  }
  company: {
    verb: 'list' | 'read' | 'update'
    field: 'id' | 'name' | 'timezone' | 'budgetsin' | 'currency' | 'address' | 'taxnumber' | 'logo' | 'logofilename'
    filter: never
    sort: never
  }
  contactdescriptor: {
    verb: 'list'
    field: 'id' | 'contacttypeid' | 'name'
    filter: 'contacttypeid'
    sort: never
  }
  contacttype: {
    verb: 'list'
    field: 'id' | 'name'
    filter: never
    sort: never
  }
  document: {
    verb: 'list' | 'read' | 'create' | 'update' | 'delete'
    field:
      | 'id'
      | 'file'
      | 'personid'
      | 'title'
      | 'notes'
      | 'filename'
      | 'filesize'
      | 'version'
      | 'public'
      | 'active'
      | 'datecreated'
      | 'datemodified'
      | 'projectid'
      | 'taskid'
      | 'milestoneid'
      | 'queueid'
      | 'tags'
      | 'project'
      | 'clientid'
      | 'client'
      | 'person'
      | 'projectlabel'
      | 'projectlabel_order'
      | 'projectlabelid'
    filter:
      | 'public'
      | 'taskid'
      | 'milestoneid'
      | 'queueid'
      | 'clientid'
      | 'projectid'
      | 'moduleid'
      | 'personid'
      | 'search'
      | 'projectactive'
      | 'taskassignedorownedby'
      | 'tag'
      | 'datebegin'
      | 'dateend'
      | 'id'
    sort:
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
  }
  documentversion: {
    verb: 'list' | 'read'
    field: 'id' | 'documentid' | 'version' | 'filename' | 'filesize' | 'date' | 'personid' | 'person'
    filter: 'documentid'
    sort: 'id' | 'version' | 'date'
  }
  expense: {
    verb: 'list' | 'read' | 'create' | 'update' | 'delete'
    field:
      | 'id'
      | 'projectid'
      | 'personid'
      | 'date'
      | 'expense'
      | 'fee'
      | 'note'
      | 'project'
      | 'clientid'
      | 'client'
      | 'person'
    filter: 'projectid' | 'personid' | 'clientid' | 'managerid' | 'datebegin' | 'dateend' | 'date'
    sort: 'id' | 'projectid' | 'date' | 'expense' | 'fee' | 'note' | 'personid' | 'project' | 'client' | 'person'
  }
  group: {
    verb: 'list' | 'read'
    field: 'id' | 'name'
    filter: never
    sort: never
  }
  invoice: {
    verb: 'list' | 'read' | 'create' | 'update' | 'delete' | 'import' | 'issue' | 'void'
    field:
      | 'id'
      | 'projectid'
      | 'date'
      | 'termid'
      | 'termother'
      | 'termotherdatedue'
      | 'title'
      | 'description'
      | 'localid'
      | 'addressfrom'
      | 'addressto'
      | 'purchaseorder'
      | 'tax'
      | 'secondtax'
      | 'secondtaxcompound'
      | 'disclaimer'
      | 'datebegin'
      | 'dateend'
      | 'second_tax'
      | 'second_tax_compound'
      | 'project'
      | 'client'
      | 'clientid'
      | 'term'
      | 'datepaid'
      | 'subtotal'
      | 'taxamount'
      | 'secondtaxamount'
      | 'numitems'
      | 'total'
      | 'payments'
      | 'balance'
      | 'datedue'
      | 'daysoverdue'
      | 'daysoverduepaid'
      | 'status'
      | 'projectlabel'
      | 'projectlabel_order'
      | 'projectlabelid'
      | 'dateissued'
      | 'datevoided'
    filter: 'localid' | 'clientid' | 'projectid' | 'datebegin' | 'dateend' | 'status' | 'issued' | 'search'
    sort:
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
  }
  invoiceitem: {
    verb: 'list' | 'read' | 'create' | 'update' | 'delete'
    field: 'id' | 'invoiceid' | 'name' | 'description' | 'quantity' | 'rate' | 'amount' | 'custom'
    filter: 'invoiceid'
    sort: 'id' | 'invoiceid' | 'name' | 'description' | 'quantity' | 'rate' | 'amount'
  }
  invoicenote: {
    verb: 'list' | 'read' | 'create' | 'update' | 'delete'
    field: 'id' | 'invoiceid' | 'authorid' | 'title' | 'note' | 'date' | 'actions' | 'author'
    filter: 'invoiceid' | 'authorid'
    sort: never
  }
  invoiceterm: {
    verb: 'list' | 'read' | 'create' | 'update' | 'delete'
    field: 'id' | 'name' | 'duration' | 'priority'
    filter: never
    sort: never
  }
  me: {
    verb: 'list' | 'update'
    field:
      | 'id'
      | 'localid'
      | 'clientid'
      | 'title'
      | 'firstname'
      | 'lastname'
      | 'primaryaccount'
      | 'notes'
      | 'allprojects'
      | 'private'
      | 'tips'
      | 'username'
      | 'groupid'
      | 'group'
      | 'client'
      | 'numlogins'
      | 'lastlogin'
      | 'timezone_offset'
      | 'restricttasks'
      | 'clientlocalid'
      | 'calendarorientation'
      | 'editordisabled'
      | 'timezone'
      | 'notificationsoff'
    filter: never
    sort: never
  }
  milestone: {
    verb: 'list' | 'read' | 'create' | 'update' | 'delete'
    field:
      | 'id'
      | 'localid'
      | 'projectid'
      | 'ownerid'
      | 'title'
      | 'datedue'
      | 'description'
      | 'complete'
      | 'project'
      | 'projectlocalid'
      | 'clientid'
      | 'client'
      | 'clientlocalid'
      | 'owners'
      | 'progress'
      | 'estimate'
      | 'actual'
      | 'projectlabel'
      | 'projectlabel_order'
      | 'projectlabelid'
    filter:
      | 'localid'
      | 'search'
      | 'clientid'
      | 'projectid'
      | 'ownerid'
      | 'hasmilestonerelation'
      | 'complete'
      | 'dateduebegin'
      | 'datedueend'
      | 'title'
    sort:
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
  }
  milestonenote: {
    verb: 'list' | 'read' | 'create' | 'update' | 'delete'
    field: 'id' | 'milestoneid' | 'title' | 'date' | 'authorid' | 'note' | 'public' | 'actions' | 'author'
    filter: 'milestoneid'
    sort: never
  }
  module: {
    verb: 'list' | 'read' | 'create' | 'update' | 'delete'
    field: 'id' | 'name' | 'description' | 'active'
    filter: 'active'
    sort: never
  }
  payment: {
    verb: 'list' | 'read' | 'create' | 'update' | 'delete'
    field:
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
      | 'clientid'
      | 'client'
      | 'personid'
      | 'person'
      | 'invoicelocalid'
    filter: 'clientid' | 'projectid' | 'personid' | 'date' | 'typeid' | 'invoiceid'
    sort:
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
  }
  paymenttype: {
    verb: 'list' | 'read' | 'create' | 'update' | 'delete'
    field: 'id' | 'name' | 'priority'
    filter: never
    sort: never
  }
  person: {
    verb: 'list' | 'read' | 'create' | 'update' | 'delete' | 'permit'
    field:
      | 'id'
      | 'localid'
      | 'clientid'
      | 'title'
      | 'firstname'
      | 'lastname'
      | 'primaryaccount'
      | 'notes'
      | 'allprojects'
      | 'active'
      | 'private'
      | 'tips'
      | 'username'
      | 'groupid'
      | 'group'
      | 'client'
      | 'numlogins'
      | 'lastlogin'
      | 'timezone'
      | 'timezone_offset'
      | 'restricttasks'
      | 'clientlocalid'
      | 'calendarorientation'
      | 'editordisabled'
      | 'email'
      | 'hourlyrate'
      | 'cancomment'
      | 'password'
      | 'mailqueue'
      | 'notificationsoff'
    filter:
      | 'localid'
      | 'username'
      | 'email'
      | 'firstname'
      | 'lastname'
      | 'excludegroupids'
      | 'projectid'
      | 'clientid'
      | 'projectclientid'
      | 'search'
      | 'active'
      | 'groupid'
      | 'allprojects'
      | 'restricttasks'
    sort: never
  }
  personcontact: {
    verb: 'list' | 'read' | 'create' | 'update' | 'delete'
    field:
      | 'id'
      | 'personid'
      | 'contacttypeid'
      | 'contactdescriptorid'
      | 'contact_type_id'
      | 'contact_descriptor_id'
      | 'value'
      | 'contacttype'
      | 'contactdescriptor'
    filter: 'personid' | 'contacttypeid' | 'contactdescriptorid'
    sort: never
  }
  project: {
    verb: 'list' | 'read' | 'create' | 'update' | 'delete'
    field:
      | 'id'
      | 'name'
      | 'description'
      | 'datestart'
      | 'dateend'
      | 'alert_percent'
      | 'alert_date'
      | 'active'
      | 'billable'
      | 'budget'
      | 'clientid'
      | 'client'
      | 'clientlocalid'
      | 'labelid'
      | 'label'
      | 'labelcolor'
      | 'label_order'
      | 'localidunpadded'
      | 'localid'
      | 'manager'
      | 'managerid'
    filter:
      | 'localid'
      | 'clientid'
      | 'managerid'
      | 'labelid'
      | 'name'
      | 'datestart'
      | 'datestartbegin'
      | 'datestartend'
      | 'dateend'
      | 'dateendbegin'
      | 'dateendend'
      | 'search'
      | 'active'
      | 'billable'
      | 'personid'
    sort:
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
  }
  projectlabel: {
    verb: 'list' | 'read' | 'create' | 'update' | 'delete'
    field: 'id' | 'name' | 'color' | 'priority' | 'active'
    filter: 'active'
    sort: never
  }
  projectmodule: {
    verb: 'list' | 'read' | 'create' | 'update' | 'delete'
    field: 'id' | 'projectid' | 'moduleid' | 'active' | 'modulename' | 'module' | 'description'
    filter: 'projectid' | 'active' | 'personid'
    sort: never
  }
  projectnote: {
    verb: 'list' | 'read' | 'create' | 'update' | 'delete'
    field:
      | 'id'
      | 'localid'
      | 'projectid'
      | 'clientid'
      | 'title'
      | 'note'
      | 'secure'
      | 'authorid'
      | 'author'
      | 'date'
      | 'datemodified'
      | 'project'
      | 'client'
    filter: 'localid' | 'clientid' | 'projectid' | 'authorid' | 'title' | 'search' | 'noteid'
    sort: never
  }
  projectworktype: {
    verb: 'list' | 'read' | 'create' | 'update' | 'delete'
    field: 'id' | 'projectid' | 'worktypeid' | 'worktype' | 'hourlyrate' | 'active' | 'esttime' | 'total'
    filter: 'projectid' | 'active' | 'personid'
    sort: never
  }
  request: {
    verb: 'list' | 'read' | 'create' | 'update' | 'delete' | 'accept'
    field:
      | 'id'
      | 'title'
      | 'description'
      | 'date'
      | 'datedue'
      | 'personid'
      | 'person'
      | 'email'
      | 'projectid'
      | 'project'
      | 'clientid'
      | 'client'
      | 'priorityid'
      | 'priority'
      | 'accepted'
      | 'taskid'
      | 'tasklocalid'
    filter: 'priorityid' | 'personid' | 'projectid' | 'accepted'
    sort:
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
  }
  task: {
    verb: 'list' | 'read' | 'create' | 'update' | 'delete'
    field:
      | 'id'
      | 'localid'
      | 'queueid'
      | 'assigneeid'
      | 'statusid'
      | 'projectid'
      | 'moduleid'
      | 'title'
      | 'summary'
      | 'dateopen'
      | 'datedue'
      | 'dateclosed'
      | 'estimate'
      | 'ownerid'
      | 'priorityid'
      | 'datemodified'
      | 'color'
      | 'priority'
      | 'severity'
      | 'status'
      | 'status_order'
      | 'project'
      | 'clientid'
      | 'clientlocalid'
      | 'client'
      | 'milestoneid'
      | 'milestone'
      | 'module'
      | 'projectlocalid'
      | 'assignees'
      | 'followers'
      | 'followerid'
      | 'owners'
      | 'billable'
      | 'unbillable'
      | 'actual'
      | 'datecreated'
      | 'projectlabel'
      | 'projectlabel_order'
      | 'projectlabelid'
      | 'timerid'
      | 'starttime'
    filter:
      | 'localid'
      | 'personid'
      | 'includetimerid'
      | 'assigneeid'
      | 'followerid'
      | 'statusid'
      | 'clientid'
      | 'projectid'
      | 'moduleid'
      | 'milestoneid'
      | 'title'
      | 'datecreated'
      | 'datecreatedbegin'
      | 'datecreatedend'
      | 'dateopen'
      | 'dateopenbegin'
      | 'dateopenend'
      | 'datedue'
      | 'dateduebegin'
      | 'datedueend'
      | 'dateclosed'
      | 'dateclosedbegin'
      | 'dateclosedend'
      | 'datemodifiedbegin'
      | 'datemodifiedend'
      | 'hasduedate'
      | 'ownerid'
      | 'priorityid'
      | 'overdue'
      | 'excludeclosed'
      | 'assignedorownedby'
      | 'hastaskrelation'
      | 'tasklistfilterid'
      | 'search'
    sort:
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
  }
  tasklistfilter: {
    verb: 'list' | 'read' | 'create' | 'update' | 'delete'
    field:
      | 'id'
      | 'filtertypeid'
      | 'personid'
      | 'title'
      | 'subfilterid'
      | 'shared'
      | 'scheduled'
      | 'filtertype'
      | 'person'
      | 'datesent'
      | 'params'
      | 'date'
    filter: never
    sort: never
  }
  tasknote: {
    verb: 'list' | 'read' | 'create' | 'update' | 'delete'
    field: 'id' | 'taskid' | 'title' | 'date' | 'authorid' | 'note' | 'public' | 'datemodified' | 'actions' | 'author'
    filter:
      | 'taskid'
      | 'title'
      | 'date'
      | 'datebegin'
      | 'dateend'
      | 'datemodifiedbegin'
      | 'datemodifiedend'
      | 'authorid'
      | 'public'
    sort: 'id' | 'taskid' | 'authorid' | 'date'
  }
  taskpriority: {
    verb: 'list' | 'read' | 'create' | 'update' | 'delete'
    field: 'id' | 'name' | 'color' | 'priority' | 'isdefault' | 'active'
    filter: 'active'
    sort: never
  }
  taskstatus: {
    verb: 'list' | 'read' | 'create' | 'update' | 'delete' | 'move'
    field: 'id' | 'name' | 'priority' | 'frozen' | 'active'
    filter: 'active'
    sort: never
  }
  time: {
    verb: 'list' | 'read' | 'create' | 'update' | 'delete'
    field:
      | 'id'
      | 'projectid'
      | 'moduleid'
      | 'taskid'
      | 'worktypeid'
      | 'personid'
      | 'date'
      | 'time'
      | 'description'
      | 'billable'
      | 'datemodified'
      | 'dateiso'
      | 'module'
      | 'project'
      | 'worktype'
      | 'hourlyrate'
      | 'tasklocalid'
      | 'task'
      | 'firstname'
      | 'lastname'
      | 'active'
      | 'person'
      | 'clientid'
      | 'client'
      | 'clientactive'
      | 'statusid'
      | 'milestoneid'
      | 'ogmilestoneid'
    filter:
      | 'activeonly'
      | 'moduleid'
      | 'taskid'
      | 'worktypeid'
      | 'personid'
      | 'clientid'
      | 'projectid'
      | 'milestoneid'
      | 'date'
      | 'datebegin'
      | 'dateend'
      | 'datemodifiedbegin'
      | 'datemodifiedend'
      | 'billable'
      | 'approved'
      | 'invoiceitemid'
      | 'invoiced'
    sort: 'id' | 't.date' | 'datemodified'
  }
  timer: {
    verb: 'list' | 'read' | 'create' | 'update' | 'delete' | 'pause' | 'resume' | 'apply'
    field:
      | 'id'
      | 'taskid'
      | 'personid'
      | 'starttime'
      | 'time'
      | 'timelapsed'
      | 'totaltime'
      | 'isrunning'
      | 'name'
      | 'lastupdate'
      | 'tasklocalid'
      | 'task'
      | 'projectid'
      | 'project'
      | 'clientid'
      | 'client'
      | 'moduleid'
      | 'module'
    filter: 'generaltimers' | 'gettimerinfo' | 'taskid' | 'personid' | 'projectid' | 'clientid'
    sort: 'lastupdate'
  }
  timesheet: {
    verb: 'list' | 'read' | 'create' | 'delete' | 'submit' | 'approve' | 'reject' | 'reopen'
    field:
      | 'id'
      | 'personid'
      | 'weekstart'
      | 'status'
      | 'person'
      | 'time'
      | 'billable'
      | 'unbillable'
      | 'datesubmitted'
      | 'datedecided'
      | 'deciderid'
      | 'decider'
      | 'datemodified'
    filter: 'personid' | 'status' | 'weekstart' | 'weekstartbegin' | 'weekstartend'
    sort: 'id' | 'personid' | 'weekstart' | 'status' | 'datemodified'
  }
  timesheethistory: {
    verb: 'list' | 'read'
    field: 'id' | 'timesheetid' | 'personid' | 'date' | 'action' | 'note' | 'person'
    filter: 'timesheetid'
    sort: 'id' | 'date'
  }
  worktype: {
    verb: 'list' | 'read' | 'create' | 'update' | 'delete'
    field: 'id' | 'name' | 'defaulthourlyrate' | 'active'
    filter: 'active'
    sort: never
  }
  projectteam: {
    verb: 'read' | 'create' | 'update' | 'delete' | 'list'
    field: 'projectid' | 'personid'
    filter: 'projectid' | 'securenotes' | 'limit' | 'offset'
    sort: never
  }
  quota: {
    verb: 'list'
    field: 'quota' | 'used' | 'next_reset' | 'exceeded'
    filter: never
    sort: never
  }
  budget: {
    verb: 'report'
    field:
      | 'clientid'
      | 'client'
      | 'projectid'
      | 'project'
      | 'budgetsin'
      | 'budget'
      | 'hours'
      | 'billable'
      | 'value'
      | 'invoiced'
      | 'expense'
      | 'fee'
      | 'used'
      | 'remaining'
    filter: 'clientid' | 'projectid' | 'active'
    sort: never
  }
  receivables: {
    verb: 'report'
    field:
      | 'clientid'
      | 'client'
      | 'invoices'
      | 'current'
      | 'days1to30'
      | 'days31to60'
      | 'days61to90'
      | 'over90'
      | 'total'
    filter: 'clientid' | 'projectid'
    sort: never
  }
  revenue: {
    verb: 'report'
    field: 'month' | 'invoices' | 'subtotal' | 'taxes' | 'total' | 'payments' | 'balance'
    filter: 'clientid' | 'projectid' | 'datebegin' | 'dateend'
    sort: never
  }
  timereport: {
    verb: 'report'
    field: 'groupid' | 'name' | 'hours' | 'billable' | 'entries'
    filter:
      | 'groupby'
      | 'clientid'
      | 'projectid'
      | 'personid'
      | 'worktypeid'
      | 'moduleid'
      | 'billable'
      | 'datebegin'
      | 'dateend'
    sort: never
  }
  unbilled: {
    verb: 'report'
    field: 'clientid' | 'client' | 'projectid' | 'project' | 'hours' | 'amount' | 'firstdate' | 'lastdate' | 'entries'
    filter: 'clientid' | 'projectid' | 'datebegin' | 'dateend'
    sort: never
  }
}

/** Each text holds its facts parted by spaces. */
export interface Facts {
  readonly access: string
  readonly fields: string
  readonly bodies?: Readonly<Record<string, string>>
  readonly filters?: string
  readonly sorts?: string
}

export const facts: Readonly<Record<keyof Names, Facts>> = {
  client: {
    access: 'list:AMRE read:AMRE create:A update:A delete:A',
    fields:
      'id:id name:text255+! datecreated:date+!-RE description:html262144+-RE email:text255+-RE website:text255+-RE phone:text50+-RE fax:text50+-RE address:text+-RE active:flag+!~ localidunpadded:number localid:padded',
    filters: 'localid:numbers active:flag search:text projectsonly:flag',
    sorts: 'id localid name datecreated-RE',
  },
  company: {
    access: 'list:AMRE read:AMRE update:A',
    fields:
      'id:id name:text255+! timezone:zone+! budgetsin:word+!=hours|money-RE currency:currency3+ address:text+ taxnumber:text55+ logo:file+?^ logofilename:text255?',
  },
  contactdescriptor: {
    access: 'list:AMRE',
    fields: 'id:id contacttypeid:id>contacttype name:text',
    filters: 'contacttypeid:number!>contacttype',
  },
  contacttype: {
    access: 'list:AMRE',
    fields: 'id:id name:text',
  },
  document: {
    access: 'list:AMRE read:AMRE create:AMR update:AMR delete:AMR',
    fields:
      'id:id file:file+!^ personid:id+!~>person-E title:text255+!~ notes:text+ filename:text255 filesize:number version:number public:flag+~ active:flag+~ datecreated:datetime datemodified:datetime projectid:id+?>project taskid:id+?>task milestoneid:id+?>milestone queueid:id+?>request tags:text500+ project:text? clientid:id?>client client:text? person:text?-E projectlabel:text? projectlabel_order:number? projectlabelid:id?>projectlabel',
    filters:
      'public:flag taskid:numbers>task milestoneid:numbers>milestone queueid:numbers>request clientid:numbers>client projectid:numbers>project moduleid:numbers>module personid:numbers>person-E search:text projectactive:flag taskassignedorownedby:number-E tag:text datebegin:date dateend:date id:number',
    sorts:
      'id personid-E title public datemodified active projectlabelid projectlabel projectabel_order projectlabel_order',
  },
  documentversion: {
    access: 'list:AMRE read:AMRE',
    fields:
      'id:id documentid:id>document version:number filename:text255 filesize:number date:datetime personid:id>person-E person:text-E',
    filters: 'documentid:numbers!>document',
    sorts: 'id version date',
  },
  expense: {
    access: 'list:AME read:AME create:AM update:AM delete:A',
    fields:
      'id:id projectid:id+!>project personid:id+~>person-E date:date+! expense:money+!-E fee:money+! note:text255+ project:text clientid:id?>client client:text? person:text?-E',
    filters:
      'projectid:numbers>project personid:numbers>person-E clientid:numbers>client managerid:numbers>person datebegin:date dateend:date date:date',
    sorts: 'id projectid date expense-E fee note personid-E project client person-E',
  },
  group: {
    access: 'list:AMRE read:AMRE',
    fields: 'id:id name:text',
  },
  invoice: {
    access: 'list:AME read:AME create:AM update:AM delete:AM import:AM issue:AM void:AM',
    fields:
      'id:id projectid:id+!>project date:date+! termid:id+!>invoiceterm termother:text255+ termotherdatedue:date+? title:text255+! description:text+ localid:padded addressfrom:text+ addressto:text+ purchaseorder:text55+ tax:tax+? secondtax:tax+?^ secondtaxcompound:flag+~^ disclaimer:text+ datebegin:date+?-E dateend:date+?-E second_tax:tax? second_tax_compound:flag project:text client:text? clientid:id?>client term:text? datepaid:date? subtotal:money taxamount:money? secondtaxamount:money? numitems:number total:money payments:money balance:money datedue:date? daysoverdue:number daysoverduepaid:number? status:text=outstanding|paid|overdue|void projectlabel:text? projectlabel_order:number? projectlabelid:id?>projectlabel dateissued:datetime? datevoided:datetime?',
    filters:
      'localid:numbers clientid:numbers>client projectid:numbers>project datebegin:date dateend:date status:text=outstanding|paid|overdue|void issued:flag search:text',
    sorts:
      'id projectid date title description localid purchaseorder project client datepaid subtotal total payments balance datedue daysoverdue projectlabelid projectlabel projectabel_order projectlabel_order',
  },
  invoiceitem: {
    access: 'list:AME read:AME create:AM update:AM delete:AM',
    fields:
      'id:id invoiceid:id+!>invoice name:text255+! description:text+ quantity:quantity+? rate:money+? amount:money+! custom:flag',
    filters: 'invoiceid:number!>invoice',
    sorts: 'id invoiceid name description quantity rate amount',
  },
  invoicenote: {
    access: 'list:AM read:AM create:AM update:A delete:A',
    fields:
      'id:id invoiceid:id+!>invoice authorid:id>person title:text255+! note:text+ date:datetime+~ actions:html262144 author:text?',
    filters: 'invoiceid:number!>invoice authorid:number>person',
  },
  invoiceterm: {
    access: 'list:AME read:AME create:A update:A delete:A',
    fields: 'id:id name:text55+! duration:number+? priority:number+!',
  },
  me: {
    access: 'list:AMRE update:AMRE',
    fields:
      'id:id localid:number clientid:id?>client title:text255 firstname:text65 lastname:text85 primaryaccount:flag notes:html262144 allprojects:flag private:flag tips:flag username:text255 groupid:id>group group:text client:text? numlogins:number lastlogin:datetime? timezone_offset:text restricttasks:flag-AME clientlocalid:number? calendarorientation:number editordisabled:number timezone:zone+! notificationsoff:words+=taskassigned|taskchanged|taskcommented|milestone|projectnote|requestreceived|requestaccepted|timesheetsubmitted|timesheetapproved|timesheetrejected|budgetalert|newlogin',
  },
  milestone: {
    access: 'list:AMRE read:AMRE create:AM update:AM delete:AM',
    fields:
      'id:id localid:number projectid:id+!>project ownerid:ids+!>person-E title:text255+! datedue:date+! description:html262144+ complete:flag+! project:text projectlocalid:padded clientid:id?>client client:text? clientlocalid:padded? owners:text?-E progress:number? estimate:hours? actual:hours? projectlabel:text? projectlabel_order:number? projectlabelid:id?>projectlabel',
    filters:
      'localid:numbers search:text clientid:numbers?>client projectid:numbers>project ownerid:numbers>person-E hasmilestonerelation:numbers-E complete:flag dateduebegin:date datedueend:date title:text',
    sorts:
      'id localid projectid clientid datedue title description progress estimate actual owner-E projectlabelid projectlabel projectabel_order projectlabel_order',
  },
  milestonenote: {
    access: 'list:AMRE read:AMRE create:AMRE update:A delete:A',
    fields:
      'id:id milestoneid:id+!>milestone title:text date:datetime authorid:id>person-E note:html262144+! public:flag+!~ actions:html262144 author:text?-E',
    filters: 'milestoneid:number!>milestone',
  },
  module: {
    access: 'list:A read:A create:A update:A delete:A',
    fields: 'id:id name:text155+! description:text155+ active:flag+!',
    filters: 'active:flag',
  },
  payment: {
    access: 'list:AME read:AME create:AM update:AM delete:A',
    fields:
      'id:id projectid:id+!>project date:date+! amount:money+! typeid:id+!>paymenttype reference:text35+ note:text255+ invoiceid:id+?>invoice type:text project:text clientid:id?>client client:text? personid:id>person-E person:text?-E invoicelocalid:padded?',
    filters:
      'clientid:number>client projectid:number>project personid:numbers>person-E date:date typeid:number>paymenttype invoiceid:number>invoice',
    sorts: 'id projectid date amount typeid reference note invoiceid type project client',
  },
  paymenttype: {
    access: 'list:AME read:AME create:A update:A delete:A',
    fields: 'id:id name:text55+! priority:number+!',
  },
  person: {
    access: 'list:AMR read:AMR create:A update:A delete:A permit:A',
    fields:
      'id:id localid:number clientid:id+?>client title:text255+-RE firstname:text65+! lastname:text85+ primaryaccount:flag notes:html262144+-RE allprojects:flag+~-RE active:flag+!~ private:flag+!~-RE tips:flag username:text255+-RE groupid:id+?>group group:text? client:text? numlogins:number-RE lastlogin:datetime?-RE timezone:text-RE timezone_offset:text-RE restricttasks:flag-RE clientlocalid:padded? calendarorientation:number editordisabled:number email:email255+? hourlyrate:rate?-MRE cancomment:flag-RE password:password30+^ mailqueue:flag+~-RE notificationsoff:words+=taskassigned|taskchanged|taskcommented|milestone|projectnote|requestreceived|requestaccepted|timesheetsubmitted|timesheetapproved|timesheetrejected|budgetalert|newlogin-RE',
    bodies: {
      permit: 'restricttasks:flag+~ cancomment:flag+~',
    },
    filters:
      'localid:numbers username:text-RE email:text firstname:text lastname:text excludegroupids:numbers projectid:numbers>project clientid:numbers>client projectclientid:numbers search:text active:flag groupid:number>group allprojects:flag-RE restricttasks:flag-RE',
  },
  personcontact: {
    access: 'list:AMRE read:AMRE create:AMRE update:AMRE delete:AMRE',
    fields:
      'id:id personid:id+!>person contacttypeid:id+!^>contacttype contactdescriptorid:id+!^>contactdescriptor contact_type_id:id contact_descriptor_id:id value:text+! contacttype:text contactdescriptor:text',
    filters: 'personid:number!>person contacttypeid:number>contacttype contactdescriptorid:number>contactdescriptor',
  },
  project: {
    access: 'list:AMRE read:AMRE create:A update:A delete:A',
    fields:
      'id:id name:text255+! description:html262144+-RE datestart:date+! dateend:date+? alert_percent:percent+~-RE alert_date:date?-RE active:flag+!~ billable:flag+!~ budget:rate+?-RE clientid:id+?>client client:text? clientlocalid:padded? labelid:id+?>projectlabel label:text? labelcolor:text? label_order:number? localidunpadded:number localid:padded manager:text? managerid:ids+>person',
    filters:
      'localid:numbers clientid:numbers?>client managerid:numbers?>person labelid:numbers>projectlabel name:text datestart:date datestartbegin:date datestartend:date dateend:date dateendbegin:date dateendend:date search:text active:flag billable:flag personid:number>person',
    sorts: 'id localid clientid managerid name datestart dateend billable labelid label label_order',
  },
  projectlabel: {
    access: 'list:AMRE read:AMRE create:A update:A delete:A',
    fields: 'id:id name:text55+! color:color6+! priority:number+! active:flag+!',
    filters: 'active:flag',
  },
  projectmodule: {
    access: 'list:AMRE read:AMRE create:A update:A delete:A',
    fields:
      'id:id projectid:id*!>project moduleid:id+~>module active:flag+! modulename:text module:text155+ description:text+-RE',
    filters: 'projectid:numbers>project active:flag personid:number>person',
  },
  projectnote: {
    access: 'list:AMR read:AMR create:AMR update:AMR delete:AMR',
    fields:
      'id:id localid:number projectid:id+!>project clientid:id?>client title:text255+! note:html262144+! secure:flag+!~ authorid:id>person author:text? date:datetime datemodified:datetime project:text client:text?',
    filters:
      'localid:numbers clientid:numbers>client projectid:numbers>project authorid:numbers>person title:text search:text noteid:number',
  },
  projectworktype: {
    access: 'list:AMRE read:AMRE create:A update:A delete:A',
    fields:
      'id:id projectid:id*!>project worktypeid:id+~>worktype worktype:text155+ hourlyrate:rate+!~-RE active:flag+! esttime:hours+?-RE total:rate?-RE',
    filters: 'projectid:numbers>project active:flag personid:number>person',
  },
  request: {
    access: 'list:AMRE read:AMRE create:AMRE update:AMRE delete:AMRE accept:AMR',
    fields:
      'id:id title:text255+! description:html262144+ date:datetime datedue:date+~? personid:id+!>person person:text email:text? projectid:id+?>project project:text? clientid:id?>client client:text? priorityid:id+!>taskpriority priority:number accepted:flag taskid:id?>task tasklocalid:number?',
    filters: 'priorityid:number>taskpriority personid:number>person projectid:number>project accepted:flag',
    sorts: 'id title date datedue personid person projectid project clientid client email priorityid priority',
  },
  task: {
    access: 'list:AMRE read:AMRE create:AMR update:AMR delete:AM',
    fields:
      'id:id localid:number queueid:id?>request assigneeid:ids+>person-E statusid:id+!>taskstatus projectid:id+!>project moduleid:id+!>module title:text255+! summary:html262144+ dateopen:date+! datedue:date+? dateclosed:date+? estimate:hours+~ ownerid:ids+!>person-E priorityid:id+!>taskpriority datemodified:datetime color:text priority:number severity:text status:text status_order:number project:text clientid:id?>client clientlocalid:padded? client:text? milestoneid:id+?>milestone milestone:text? module:text projectlocalid:padded assignees:text?-E followers:text?-E followerid:ids+>person-E owners:text?-E billable:hours unbillable:hours actual:hours datecreated:date projectlabel:text? projectlabel_order:number? projectlabelid:id?>projectlabel timerid:id?>timer starttime:datetime?',
    filters:
      'localid:numbers personid:number>person includetimerid:number-E assigneeid:numbers?>person-E followerid:numbers?>person-E statusid:numbers>taskstatus clientid:numbers?>client projectid:numbers>project moduleid:numbers>module milestoneid:numbers?>milestone title:text datecreated:date datecreatedbegin:date datecreatedend:date dateopen:date dateopenbegin:date dateopenend:date datedue:date dateduebegin:date datedueend:date dateclosed:date dateclosedbegin:date dateclosedend:date datemodifiedbegin:datetime datemodifiedend:datetime hasduedate:flag ownerid:numbers>person-E priorityid:numbers>taskpriority overdue:flag excludeclosed:flag assignedorownedby:numbers-E hastaskrelation:numbers-E tasklistfilterid:number>tasklistfilter search:text',
    sorts:
      'id localid queueid assigneeid-E statusid projectid module moduleid title summary datecreated dateopen datedue dateclosed estimate ownerid-E priorityid sev.priority severity status status_order project client assignee-E milestoneid milestone owners-E projectlabelid projectlabel projectabel_order projectlabel_order',
  },
  tasklistfilter: {
    access: 'list:AMRE read:AMRE create:AMRE update:AMRE delete:AMRE',
    fields:
      'id:id filtertypeid:number personid:id*!>person title:text255+! subfilterid:id? shared:flag+~ scheduled:flag filtertype:text person:text datesent:datetime? params:text+! date:date+!',
  },
  tasknote: {
    access: 'list:AMRE read:AMRE create:AMRE update:A delete:A',
    fields:
      'id:id taskid:id+!>task title:text date:datetime authorid:id>person-E note:html262144+! public:flag+!~ datemodified:datetime actions:html262144 author:text?-E',
    filters:
      'taskid:numbers>task title:text date:datetime datebegin:datetime dateend:datetime datemodifiedbegin:datetime datemodifiedend:datetime authorid:numbers>person-E public:flag',
    sorts: 'id taskid authorid-E date',
  },
  taskpriority: {
    access: 'list:AMRE read:AMRE create:A update:A delete:A',
    fields: 'id:id name:text255+! color:color6+! priority:number+! isdefault:flag+~ active:flag+~',
    filters: 'active:flag',
  },
  taskstatus: {
    access: 'list:AMRE read:AMRE create:A update:A delete:A move:A',
    fields: 'id:id name:text55+! priority:number frozen:flag active:flag+!',
    bodies: {
      move: 'priority:number+!',
    },
    filters: 'active:flag',
  },
  time: {
    access: 'list:AMRE read:AMRE create:AMR update:AMR delete:AMR',
    fields:
      'id:id projectid:id+>project moduleid:id+>module taskid:id+?>task worktypeid:id+!>worktype personid:id+!>person-E date:date+! time:hoursofday+! description:text+ billable:flag+! datemodified:datetime+~ dateiso:date module:text? project:text? worktype:text? hourlyrate:rate?-RE tasklocalid:number? task:text? firstname:text-E lastname:text-E active:flag? person:text-E clientid:id?>client client:text? clientactive:flag? statusid:id? milestoneid:id?>milestone ogmilestoneid:id?',
    filters:
      'activeonly:flag moduleid:numbers>module taskid:numbers>task worktypeid:numbers>worktype personid:numbers>person-E clientid:numbers?>client projectid:numbers>project milestoneid:numbers?>milestone date:date datebegin:date dateend:date datemodifiedbegin:datetime datemodifiedend:datetime billable:flag approved:flag invoiceitemid:numbers>invoiceitem-R invoiced:flag-R',
    sorts: 'id t.date datemodified',
  },
  timer: {
    access: 'list:AMR read:AMR create:AMR update:AMR delete:AMR pause:AMR resume:AMR apply:AMR',
    fields:
      'id:id taskid:id+?>task personid:id+!>person starttime:datetime+~? time:seconds+~ timelapsed:seconds totaltime:seconds isrunning:flag name:text255+ lastupdate:datetime+~ tasklocalid:number? task:text? projectid:id?>project project:text? clientid:id?>client client:text? moduleid:id?>module module:text?',
    filters:
      'generaltimers:flag gettimerinfo:flag taskid:number>task personid:number>person projectid:number>project clientid:number>client',
    sorts: 'lastupdate',
  },
  timesheet: {
    access: 'list:AMR read:AMR create:AMR delete:AMR submit:AMR approve:A reject:A reopen:A',
    fields:
      'id:id personid:id+!>person weekstart:monday+! status:text=open|submitted|approved|rejected person:text time:hours? billable:hours? unbillable:hours? datesubmitted:datetime? datedecided:datetime? deciderid:id?>person decider:text? datemodified:datetime',
    bodies: {
      submit: 'note:text+',
      approve: 'note:text+',
      reject: 'note:text+',
      reopen: 'note:text+',
    },
    filters:
      'personid:numbers>person status:text=open|submitted|approved|rejected weekstart:date weekstartbegin:date weekstartend:date',
    sorts: 'id personid weekstart status datemodified',
  },
  timesheethistory: {
    access: 'list:AMR read:AMR',
    fields: 'id:id timesheetid:id>timesheet personid:id>person date:datetime action:text note:text person:text',
    filters: 'timesheetid:numbers!>timesheet',
    sorts: 'id date',
  },
  worktype: {
    access: 'list:A read:A create:A update:A delete:A',
    fields: 'id:id name:text155+! defaulthourlyrate:rate+! active:flag+!',
    filters: 'active:flag',
  },
  projectteam: {
    access: 'read:A create:A update:A delete:A list:AMRE',
    fields: 'projectid:id>project personid:ids>person',
    filters: 'projectid:id!>project securenotes:flag limit:number offset:number',
  },
  quota: {
    access: 'list:AMRE',
    fields: 'quota:number used:number next_reset:datetime exceeded:flag',
  },
  budget: {
    access: 'report:AM',
    fields:
      'clientid:id?>client client:text? projectid:id>project project:text budgetsin:text budget:rate? hours:quantity billable:quantity value:money invoiced:money expense:money fee:money used:money? remaining:quantity?',
    filters: 'clientid:ids>client projectid:ids>project active:flag',
  },
  receivables: {
    access: 'report:AME',
    fields:
      'clientid:id?>client client:text? invoices:number current:money days1to30:money days31to60:money days61to90:money over90:money total:money',
    filters: 'clientid:ids>client projectid:ids>project',
  },
  revenue: {
    access: 'report:AME',
    fields: 'month:text7 invoices:number subtotal:money taxes:money total:money payments:money balance:money',
    filters: 'clientid:ids>client projectid:ids>project datebegin:date dateend:date',
  },
  timereport: {
    access: 'report:AMR',
    fields: 'groupid:id?>group name:text? hours:quantity billable:quantity entries:number',
    filters:
      'groupby:word clientid:ids>client projectid:ids>project personid:ids>person worktypeid:ids>worktype moduleid:ids>module billable:flag datebegin:date dateend:date',
  },
  unbilled: {
    access: 'report:AM',
    fields:
      'clientid:id?>client client:text? projectid:id>project project:text hours:quantity amount:money firstdate:date lastdate:date entries:number',
    filters: 'clientid:ids>client projectid:ids>project datebegin:date dateend:date',
  },
}
