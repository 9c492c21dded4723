/** Every number of spec section 9 and of decisions.md that code depends on. Milliseconds, pixels and counts as named. */
export const limits = {
  auth: {
    accessTokenMinutes: 15,
    refreshHours: 12,
    rememberedRefreshDays: 30,
    /** A refresh token used again inside this window after its successor was used is a race, not a theft. */
    reuseWindowMs: 10_000,
    temporaryPasswordHours: 72,
    passwordMinLength: 12,
    passwordMaxLength: 128,
    /** decisions 1.07: a refresh without an answer, or answered 5xx, is tried again after these. */
    refreshRetryMs: [1000, 2000, 4000],
    /** Signing out waits this long for the server's answer, then goes without it. */
    logoutPatienceMs: 3000,
    /** The app starts with the fallback name when the public settings take longer than this. */
    settingsPatienceMs: 3000,
    /** Public settings that did not come are asked for again after this, and when the window or the network is back. */
    settingsRetryMs: 30_000,
  },
  /** decisions 7.08: figures that are being computed are read again after this, and after the other where no answer came. */
  /** The page of a closed month looks for statements that are being written so often. */
  closingLookMs: 5000,
  figures: { againMs: 700, lostMs: 5000 },
  lockOut: {
    perAccountAndNetwork: 5,
    /** From so many failures of an account on, a network has one attempt instead of five. */
    strainedAccount: 50,
    /** From so many on, only networks from which the person signed in before have any. */
    perAccount: 500,
    perNetwork: 30,
    windowMinutes: 15,
    accountWindowMinutes: 60,
    networkWindowMinutes: 1,
  },
  storage: { token: 'token', refreshToken: 'refresh_token' },
  /** Requests of one person that one server works on at once and lets wait; the app's busiest screen sends five. */
  requests: { atOnce: 4, waiting: 28 },
  /** A query that was 429 is repeated only where the server names a shorter wait than this. */
  query: { staleMs: 300_000, retries: 1, maxRestMs: 5000 },
  /** What the pointer rests on, or the focus stays at, for so long may be opened next: it is read before that. */
  intentMs: 100,
  notifications: { items: 10, badgeCap: 99, pollMs: 60_000, pageSize: 25 },
  quarterMonths: 3,
  summaryDefaults: { quota: 100_000, baseRate: 0.05, overQuotaRate: 0.075 },
  table: {
    minRows: 5,
    commissions: { row: 60, header: 280, footer: 120, padding: 60 },
    adjustments: { row: 50, header: 200, footer: 80, padding: 40 },
    minColumnWidth: 60,
    maxColumnWidth: 2000,
    saveDebounceMs: 400,
    /** Cells that one paste or fill writes. */
    cellsAtOnce: 1000,
  },
  /** Earlier days than this are years that are still being typed. */
  lensFirstDay: '2000-01-01',
  /** A link of ours is longer than any name. */
  whyNotLength: 500,
  /** Of one kind, on the line from deal to payout. */
  storyItems: 3,
  /** A sheet that the browser reads by itself, pasted or as a file: it stands still meanwhile. */
  ownSheetRows: 5000,
  ownSheetBytes: 5_242_880,
  invoiceSearchDebounceMs: 300,
  modalDelayMs: 500,
  /** How often the app asks how far a statement or a report is. */
  fileJobPollMs: 1000,
  /** Net revenue of a what-if row stays below this, dollars. */
  projectionMostNet: 1_000_000_000,
  /** More records make a PDF of hundreds of pages that nobody reads and everybody waits for; CSV and XLSX hold them. */
  statementPdfRecords: 5000,
  /** Records that are not due yet, of one statement. */
  statementWaiting: 500,
  /** A statement's file is kept so long after it was written. */
  statementFileDays: 90,
  /** Of one person, asked for one by one. */
  unfinishedStatements: 5,
  events: {
    pageSize: 50,
    syncRefreshMs: 2000,
    /** How far a sync is, is asked so often. */
    syncLookMs: 1000,
    columns: 27,
    filterDebounceMs: 250,
    tooltipShowMs: 250,
    tooltipHideMs: 400,
    /** decisions 6.03: these needs arise so many days before the start. */
    preProgramEmailDays: 14,
    reminderEmailDays: 3,
    /** A shift is needed so many days before the event, a host so many; an invoice is missing so many days after it. */
    shiftDays: 2,
    hostDays: 14,
    invoiceDays: 7,
    /** A PATCH: operations, characters of a value. */
    maxOps: 20,
    maxValue: 4000,
    /** Saves under way at once: a browser has six connections, one is the stream's, and one is left for reading. */
    savesAtOnce: 4,
    undoSteps: 100,
    /** How far the built-in views look: back for what is to be invoiced, ahead for what nobody sells yet. */
    viewDaysBack: 365,
    viewDaysAhead: 90,
  },
  live: {
    /** How often a server looks for what was changed, and how often a stream on which nothing happens says that it lives. */
    lookMs: 1000,
    beatMs: 15_000,
    /** Streams of one person that one server keeps open. */
    perUser: 8,
    /** News that a stream keeps for a reader who takes none; after so many it ends, and is opened again from what was heard last. */
    unread: 50,
    /** Events that are told one by one; after more the lists are read again. */
    most: 200,
    /** Whoever opens a stream hears what was changed so many seconds before: their lists may be read already. */
    backSeconds: 10,
    keptMinutes: 60,
    /** A stream that brings nothing for so long at first is held back on its way: then the app asks so often. */
    firstMs: 6000,
    pollMs: 4000,
    /** One that is open and says nothing for so long is lost. */
    silentMs: 40_000,
    againMs: [1000, 2000, 4000, 10_000, 30_000],
  },
  attainment: { exceeded: 1, onTrack: 0.8, commissionsSuccess: 0.67, commissionsWarning: 0.33 },
  /** commissionsConfig: bytes of the text, levels of the JSON, the largest amount in dollars. */
  config: { maxBytes: 65_536, maxDepth: 8, maxAmount: 10_000_000_000, maxErrors: 100, secondApprovalOver: 500, addressLines: 8 },
  /** Team Dashboard elsewhere: requests under way at once (decisions 1.04), and rows of the two short lists (spec 9.09). */
  team: { atOnce: 4, top: 3, attention: 5 },
  /** Goals: the largest targets, and how many months ahead one may set them. */
  /** decisions 2.08: people who share an invoice, letters of a reason, and how far ahead a hold may end. */
  splits: { people: 20, reasonLength: 500 },
  holds: { reasonLength: 500, daysAhead: 3653 },
  goals: { mostDeals: 10_000, mostAmount: 1_000_000_000, monthsAhead: 12 },
  views: { nameLength: 60, valueLength: 200, parts: 40, most: 100 },
  activityPage: 10,
  channels: { nameMax: 60, addressMax: 500, mostOwn: 5, mostCompany: 20 },
  connections: {
    webhookSecretMin: 16,
    webhookSecretMax: 200,
    /** An end of a sign-in for good is announced so long before. */
    signInNoticeDays: 60,
    /** spec 9.12 */
    nameMax: 100,
    suffixMax: 10,
    popupMs: 300_000,
    popupPollMs: 1000,
    /** A window that is not seen any more: how often the list is asked whether it was finished all the same. */
    unseenPollMs: 3000,
    /** A run under way is looked at again after this. */
    runPollMs: 1500,
    /** Runs or records of a page. */
    page: 20,
    secretMax: 20_000,
  },
  pickerYearsBack: 10,
  deals: {
    /** decisions 2.17: an open deal that was not moved for so many days is stale. */
    staleDays: 30,
    nameMax: 200,
    notesMax: 2000,
    reasonMax: 500,
    /** Dollars; what is less than a cent is no amount. */
    amountMax: 1_000_000_000,
    /** A close date lies from the first day of one year to the last of the other. */
    firstYear: 2000,
    lastYear: 2099,
    /** Cards of a stage that the board shows; the table has them all. */
    boardCards: 50,
    pageSize: 25,
    /** Events, invoices and customers that a chooser offers. */
    choices: 10,
  },
  invoices: {
    numberMax: 40,
    customerMax: 200,
    notesMax: 2000,
    /** Of the notes in the table (spec 2.61). */
    notesShown: 30,
    /** Dollars; what is less than a cent is no amount. */
    amountMax: 1_000_000_000,
    /** Percent: what the box of the rate begins with (spec 9.13), and the most it takes. */
    rateDefault: '10.0',
    rateMax: 100,
    /** Days from booking to due date, where nobody says otherwise. */
    dueDays: 30,
    firstYear: 2000,
    lastYear: 2099,
    pageSize: 25,
    timeline: 100,
    /** Customers that are offered while one types. */
    choices: 10,
  },
  adjustments: {
    firstYear: 2000,
    lastYear: 2099,
    /** The effective day of one for a person is at most so many days ahead. */
    daysAhead: 365,
  },
  payments: {
    pageSize: 25,
    /** Dollars of one payment. */
    amountMax: 1_000_000_000,
    referenceMax: 100,
    notesMax: 2000,
    reasonMax: 500,
    firstYear: 2000,
    /** A commission may be recorded so many days before its pay day. */
    daysAhead: 62,
    /** Open invoices or records that a form offers, oldest due first, and customers and invoices that its chooser does. */
    openItems: 200,
    choices: 10,
  },
  bank: {
    pageSize: 25,
    reasonMax: 500,
    /** Parts that one transaction is split over, and people of a run that one transfer completes. */
    linesMax: 50,
    /** What the dialog to split offers. */
    targets: 30,
  },
  /** decisions 2.10: how long a decision may be taken back; items of one call; letters of a note. */
  /** Rows a page. */
  audit: { pageSize: 50 },
  approvals: { undoMs: 10_000, pageSize: 25, most: 100, noteMax: 500, pollMs: 60_000 },
  /** decisions 2.07: how far ahead a change may begin, for how long its impact may be confirmed, and how often the app asks how far it is. */
  configChange: { daysAhead: 366, minutes: 60, pollMs: 700 },
  reports: {
    /** Ten years with their leap days. */
    mostDays: 3653,
    /** decisions 2.18: rows of a PDF and of an Excel file; CSV has no limit. */
    pdfRows: 2000,
    xlsxRows: 100_000,
    /** A file is kept in parts of so many bytes, and so long after it was written. */
    partBytes: 1_048_576,
    keptDays: 90,
    /** Unfinished reports that one person may have, and how many more their schedules may add. */
    unfinished: 5,
    unfinishedScheduled: 50,
    /** Schedules of one person. */
    schedules: 20,
    pageSize: 25,
    /** How often a list that shows unfinished reports is read again. */
    pollMs: 2000,
  },
  /** Lists: what a caller may ask for at once. */
  list: { defaultLimit: 25, maxLimit: 500, searchLength: 64, searchDebounceMs: 250 },
  /** The palette asks so long after the last letter; a longer text is 400. */
  search: { debounceMs: 150, maxLength: 100 },
  toastMs: 4000,
  /** spec 2.63 */
  settingsSavedMs: 3000,
  users: {
    nameMax: 100,
    emailMax: 254,
    searchDebounceMs: 250,
    pageSize: 25,
    /** A CSV of people: lines, bytes, and lines that are applied at once. */
    importMaxLines: 1000,
    importMaxBytes: 2_000_000,
    importChunk: 25,
    /** People whose changes are computed before an import of people is saved. */
    impactMaxPeople: 50,
  },
  imports: {
    /** Of one file; what is larger is 413. */
    maxBytes: 104_857_600,
    /** A file is sent and kept in parts of this many bytes, so that several servers share it. */
    partBytes: 1_048_576,
    maxRows: 1_000_000,
    maxColumns: 200,
    /** Of the thread that reads one file. */
    reading: { memoryMb: 512, timeoutMs: 300_000 },
    /** Characters of a cell. */
    maxCell: 4000,
    /** A header stands within the first so many rows. */
    headerWithin: 10,
    /** Rows that are written in one transaction, and rows that are read or previewed in one. */
    batch: 200,
    chunk: 1000,
    /** Rows of one statement that reads a file or previews it: fewer after one for which others waited long (decisions 7.08). */
    paced: { least: 100, most: 1000, quickMs: 20, slowMs: 60 },
    /** What was uploaded is dropped so long after its run ended, and a file that nobody started after as long. */
    keptDays: 30,
    pollMs: 1000,
    pageSize: 25,
    rowsPage: 50,
    /** People whose change a preview computes, those with the most rows first. */
    previewPeople: 50,
    /** Of a person with more rows nothing is computed before the import: all of a quota period is in memory at once. */
    previewRows: 10_000,
  },
  /** Rows of the commissionsConfig text area (spec 2.50). */
  configRows: 15,
} as const;
