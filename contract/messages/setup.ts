// Setting up a new company, and taking it live.

export const setup = {
  title: 'Set up Quotaboard',
  subtitle: 'Until you go live, only administrators and finance see figures and get notices and emails.',
  liveTitle: 'Quotaboard is live',
  liveSince: 'Live since {time}',
  optional: 'Optional',
  stepsLeft: '{count} optional {count|step|steps} left',
  loadFailed: 'The checklist could not be loaded',
  saveFailed: 'That could not be saved',
  progress: '{done} of {all} done or skipped',
  list: 'Checklist',
  skip: 'Skip',
  skipTitle: 'Skip “{item}”',
  skipMessage: 'The reason is kept in the audit log. The item counts as done, and you can take this back.',
  reason: 'Reason',
  unskip: 'Don’t skip',
  skippedBy: 'Skipped by {name}: {reason}',
  open: 'Open',
  skipped: '{item} was skipped.',
  unskipped: '{item} is back on the list.',
  goLive: 'Go live…',
  goLiveWaits: 'Before you can go live:',
  undo: 'Undo going live',
  undoUntil: 'You can undo this until {time}. Invitations by email leave after that.',
  wentLive: 'Quotaboard is live.',
  undone: 'Quotaboard is being set up again. Nobody was invited.',
  banner: 'Quotaboard is being set up. Only administrators and finance see figures and get notices.',
  bannerLink: 'Open the checklist',
  waitingTitle: '{company} is being set up',
  waitingText: 'Your administrator is entering people, plans and past sales. You’ll see your figures here once Quotaboard is live.',
  waitingAgain: 'Check again',
} as const;

export const setupItemTexts = {
  company: {
    title: 'Company and time zone',
    why: 'The name stands on every page and statement; the time zone decides on which day a sale counts.',
  },
  people: { title: 'People', why: 'Sales are credited to people. Their managers and first and last days decide who is paid for what.' },
  plan: { title: 'Plan', why: 'The plan says what a sale earns. Everything else follows from it.' },
  books: { title: 'Books begin', why: 'Invoices before this day are history: they are counted in sales and earn nothing here.' },
  invoices: { title: 'Invoices', why: 'Every commission belongs to an invoice.' },
  payments: { title: 'Customer payments', why: 'A plan that pays when customers pay releases commission by them.' },
  paid_before: { title: 'What was already paid', why: 'Without it, commission that you have paid already would be due again.' },
  first_review: { title: 'First review', why: 'Look at one month with everybody’s amounts before anybody else does.' },
  connections: { title: 'Connections', why: 'A connected accounting system or CRM saves the monthly files.' },
  email: { title: 'Email', why: 'Invitations, statements and notices are sent by email.' },
  backup: { title: 'Backup', why: 'Figures of pay must survive a broken disk.' },
} as const;

/** The facts behind the state of each item. */
export const setupFacts = {
  companyDone: '{company}, {zone}',
  companyOpen: 'The company has no name yet. Its time zone is {zone}.',
  peopleDone: '{count} {count|person|people}, {sellers} of them with a selling role',
  peopleOpen: 'Nobody with a selling role is active.',
  planDone: '{count} {count|plan|plans}: {names}',
  planOpen: 'The default plan is in force, because no plan was saved.',
  booksDone: 'The books begin on {day}.',
  booksOpen: 'Not set. Without a date, they begin on {day}.',
  invoicesDone: '{number} {count|invoice|invoices}',
  invoicesOpen: 'There are no invoices.',
  paymentsDone: '{number} {count|payment|payments}',
  paymentsOpen: 'No customer payment is recorded.',
  paidDone: '{amount} of commission and {draws} of draw balances are recorded for {count} {count|person|people}.',
  paidOpen: 'No commission paid before Quotaboard is recorded.',
  reviewDone: '{count} {count|month was|months were} reviewed or closed.',
  reviewOpen: 'No month was reviewed.',
  connectionsDone: '{count} active {count|connection|connections}',
  connectionsOpen: 'Nothing is connected. Files can be imported every month instead.',
  emailDone: 'A mail server is configured.',
  emailOpen: 'No mail server is configured: set SMTP_URL and MAIL_FROM. Without it, you hand out invitation links yourself.',
  backupDone: 'The last backup was made on {day}.',
  backupOpen: 'No backup by npm run db:backup was seen. If the database is backed up another way, skip this and say how.',
} as const;

export const setupRefusals = {
  notLive: 'Quotaboard is still being set up. You’ll see your figures once it is live.',
  noPeople: 'Add somebody with a selling role under People first.',
  noPlan: 'Save a plan first: nobody chose the default plan.',
  warnings: 'Accept the warnings first: {warnings}',
  alreadyLive: 'Quotaboard is live already.',
  notYetLive: 'Quotaboard is not live.',
  undoOver: 'The ten minutes are over. Going live can no longer be undone.',
  reasonNeeded: 'Say why this is skipped, in at least 5 characters.',
  noCustomerMail:
    'Customers get no emails while Quotaboard is being set up. Clear the address to mark this invoice as sent without an email.',
  itemDone: 'This is done: there is nothing to skip.',
} as const;

export const setupWarnings = {
  mailFails: '{reason}. Invitations wait until the mail server can be reached.',
  noMail: 'No mail server is configured: nobody is invited by email. Hand out the links under User Management.',
  computing: 'Figures are still being computed: amounts may change.',
  older: '{amount} of older invoices is unpaid, and earns nothing here when it is paid.',
  overpaid: '{amount} was paid above what was earned, and shows as overpaid.',
} as const;

/** The pages that each role can see, in summary. */
export const setupVisiblePages = {
  admin: 'Everything, and the settings',
  vp_sales: 'Everybody’s sales and commission',
  sales_manager: 'The team’s and their own sales and commission',
  finance: 'Everybody’s commission, invoices and payments',
  salesperson: 'Their own sales, commission and payouts',
  events_manager: 'Events, and no money',
} as const;

export const setupDialog = {
  title: 'Go live',
  intro: 'From now on these people see and get this:',
  person: 'Person',
  sees: 'Sees',
  earned: 'Earned so far',
  due: 'Due now',
  gets: 'Gets',
  invitation: 'An invitation by email in ten minutes',
  nothing: 'Nothing: signs in already',
  byHand: 'A link from you',
  accept: 'I have read the warnings and go live anyway',
  confirm: 'Go live',
  undoHint: 'You can undo this for ten minutes. Invitations by email leave after that.',
  loading: 'Finding out what everybody will see…',
  loadFailed: 'What everybody will see could not be loaded',
} as const;
