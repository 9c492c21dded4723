/** Every number from spec section 9 and decisions.md that code depends on. Units are in the names or comments. */
export const limits = {
  auth: {
    accessTokenMinutes: 15,
    refreshHours: 12,
    rememberedRefreshDays: 30,
    /** Reuse of a refresh token within this time after its successor's first use is a race, not theft. */
    reuseWindowMs: 10_000,
    temporaryPasswordHours: 72,
    passwordMinLength: 12,
    passwordMaxLength: 128,
    /** decisions 1.07: delays before retrying a refresh that got no answer or a 5xx. */
    refreshRetryMs: [1000, 2000, 4000],
    /** Signing out waits this long for the server's answer, then proceeds without it. */
    logoutPatienceMs: 3000,
    /** The app starts with the fallback name if the public settings take longer than this. */
    settingsPatienceMs: 3000,
    /** Delay before the public settings are requested again after a failure; they are also requested when the window or network returns. */
    settingsRetryMs: 30_000,
  },
  /** Poll interval for statements being written, on the page of a closed month. */
  closingLookMs: 5000,
  /** decisions 7.08: poll interval of figures being computed (`againMs`), and the delay after a failed request (`lostMs`). */
  figures: { againMs: 700, lostMs: 5000 },
  lockOut: {
    perAccountAndNetwork: 5,
    /** After this many failures of an account, each network gets one attempt instead of five. */
    strainedAccount: 50,
    /** After this many, only networks from which the person has signed in before are allowed. */
    perAccount: 500,
    perNetwork: 30,
    /** Single sign-ons that a network may start: more than any site needs, and a bound on the rows a flood can create. */
    ssoPerNetwork: 600,
    /** Wrong codes of an account, over all networks: only somebody who knows the password can enter one. */
    codesPerAccount: 20,
    /** Wrong recovery codes and passkeys of an account in a network: nobody can guess them, so this only stops floods. */
    recoveryPerAccountAndNetwork: 20,
    windowMinutes: 15,
    accountWindowMinutes: 60,
    networkWindowMinutes: 1,
  },
  storage: { token: 'token', refreshToken: 'refresh_token', remembered: 'remembered_user', rememberMe: 'remember_me', frame: 'frame' },
  /**
   * decisions 8.09: a server that does not answer for `patienceMs` counts as unreachable and is asked again every `askAgainMs`; a device
   * stores up to `maxAnswers` responses and, `storePagesMs` after startup, the code of the other offline pages.
   */
  network: { patienceMs: 4000, askAgainMs: 10_000, maxAnswers: 200, storePagesMs: 5000 },
  /**
   * decisions 4.16: how long a sign-in waits for its code, how long a confirmed code covers large payouts, and how new a session must be to
   * need no password.
   */
  secondFactor: {
    attemptMinutes: 5,
    confirmedMinutes: 5,
    newSessionMinutes: 10,
    recoveryCodes: 10,
    fewRecoveryCodes: 3,
    passkeys: 10,
    passkeyNameLength: 60,
  },
  /**
   * decisions 1.08: concurrent and waiting requests per person and server; the app's busiest screen sends five. Of calls that read a whole
   * range, `heavyAtOnce` run per person and `heavyPerServer` in all.
   */
  requests: { atOnce: 4, waiting: 28, heavyAtOnce: 1, heavyPerServer: 2 },
  /** A query refused with 429 is retried only if the server asks for a shorter wait than this. */
  query: { staleMs: 300_000, retries: 1, maxRestMs: 5000 },
  /** Hover or focus time after which a target is preloaded, because it may be opened next. */
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
    /** Maximum cells written by one paste or fill. */
    cellsAtOnce: 1000,
  },
  /** Earlier days are treated as years still being typed. */
  lensFirstDay: '2000-01-01',
  /** Longer than any name, because links to our pages are accepted too. */
  whyNotLength: 500,
  /** Items per step on the line from deal to payout. */
  storyItems: 3,
  /** Limits for a pasted or uploaded sheet, because parsing blocks the browser. */
  ownSheetRows: 5000,
  ownSheetBytes: 5_242_880,
  invoiceSearchDebounceMs: 300,
  modalDelayMs: 500,
  /** Poll interval for the progress of a statement or report. */
  fileJobPollMs: 1000,
  /** Upper limit for net revenue of a what-if row, in dollars. */
  projectionMaxNet: 1_000_000_000,
  /** A larger PDF would have hundreds of pages, which take long to write and nobody reads; CSV and XLSX have no such limit. */
  statementPdfRecords: 5000,
  /** Maximum number of records not due yet on a statement. */
  statementWaiting: 500,
  /** How long a statement's file is stored after it was written. */
  statementFileDays: 90,
  /** Unfinished statements per person, requested one by one. */
  unfinishedStatements: 5,
  events: {
    pageSize: 50,
    syncRefreshMs: 2000,
    /** Poll interval for the progress of a sync. */
    syncLookMs: 1000,
    columns: 27,
    filterDebounceMs: 250,
    tooltipShowMs: 250,
    tooltipHideMs: 400,
    /** decisions 6.03: number of days before the start when these needs arise. */
    preProgramEmailDays: 14,
    reminderEmailDays: 3,
    /** Days before the event when a shift and a host are needed; days after it when an invoice counts as missing. */
    shiftDays: 2,
    hostDays: 14,
    invoiceDays: 7,
    /** Limits of a PATCH: operations, and characters of a value. */
    maxOps: 20,
    maxValue: 4000,
    /** Concurrent saves: of a browser's six connections, one carries the stream and one stays free for reads. */
    savesAtOnce: 4,
    undoSteps: 100,
    /** Range of the built-in views in days: back for events to invoice, ahead for events without a salesperson. */
    viewDaysBack: 365,
    viewDaysAhead: 90,
  },
  live: {
    /** How often a server polls for changes, and how often idle streams get a heartbeat. */
    lookMs: 1000,
    beatMs: 15_000,
    /** Open streams per person and server. */
    perUser: 8,
    /** Unsent items a stream buffers for a slow reader; beyond that it ends, and is reopened from the last position received. */
    unread: 50,
    /** Events reported individually; beyond that the lists are reloaded. */
    maxEvents: 200,
    /** A new stream also gets the changes of this many seconds before it opened, because lists may have loaded earlier. */
    backSeconds: 10,
    keptMinutes: 60,
    /**
     * If a new stream delivers nothing for this long (`firstMs`), something on the network is blocking it; the app then polls at `pollMs`.
     */
    firstMs: 6000,
    pollMs: 4000,
    /** An open stream silent for this long is considered lost. */
    silentMs: 40_000,
    againMs: [1000, 2000, 4000, 10_000, 30_000],
  },
  attainment: { exceeded: 1, onTrack: 0.8, commissionsSuccess: 0.67, commissionsWarning: 0.33 },
  /** commissionsConfig: bytes of text, levels of JSON, the largest amount in dollars. */
  config: { maxBytes: 65_536, maxDepth: 10, maxAmount: 10_000_000_000, maxErrors: 100, secondApprovalOver: 500, addressLines: 8 },
  /**
   * Drafts of the plans: characters of a name and of a comment, drafts that are neither published nor archived, comments per draft, people in
   * a trial and records of one person in it. A draft is saved this long after the last keystroke, and again after a failure.
   */
  planDrafts: {
    nameLength: 120,
    commentLength: 2000,
    open: 100,
    comments: 200,
    people: 500,
    records: 500,
    /** Concurrent trials of everybody, per instance. */
    trials: 2,
    trialRetryS: 3,
    saveDelayMs: 600,
    retryMs: 4000,
  },
  /** Team Dashboard with other providers: concurrent requests (decisions 1.04), and rows of the two short lists (spec 9.09). */
  team: { atOnce: 4, top: 3, attention: 5 },
  /** decisions 2.08: people sharing an invoice, characters of a reason, and how many days ahead a hold may end. */
  splits: { people: 20, reasonLength: 500 },
  holds: { reasonLength: 500, daysAhead: 3653 },
  /** The largest targets of goals, and how many months ahead they may be set. */
  goals: { maxDeals: 10_000, maxAmount: 1_000_000_000, monthsAhead: 12 },
  views: { nameLength: 60, valueLength: 200, parts: 40, maxViews: 100 },
  activityPage: 10,
  territories: { maxChars: 40, maxAdded: 100 },
  /** decisions 4.14: timeout per delivery and delays before each retry, as Standard Webhooks recommends. */
  webhooks: {
    nameMax: 60,
    addressMax: 500,
    maxWebhooks: 10,
    timeoutMs: 15_000,
    waitsMs: [5_000, 300_000, 1_800_000, 7_200_000, 18_000_000, 36_000_000, 50_400_000, 72_000_000, 86_400_000],
    previousSecretMs: 86_400_000,
    offAfterDays: 3,
    keptDays: 30,
    pageSize: 25,
  },
  /** Maximum active tokens per person; selectable lifetimes in days; calls per token, minute and server. */
  apiTokens: {
    nameMax: 60,
    daysMax: 365,
    dayChoices: [7, 30, 90, 365],
    maxTokens: 20,
    callsPerMinute: 120,
    /** For a token that provisions users: 25 a second, the pace that Microsoft Entra ID asks for (decisions 4.17). */
    provisioningCallsPerMinute: 1500,
  },
  scim: { maxResults: 200, textMax: 256, filterMax: 1000, operations: 100, values: 50 },
  logo: { maxBytes: 200 * 1024, maxPx: 1024 },
  channels: { nameMax: 60, addressMax: 500, maxOwn: 5, maxCompany: 20 },
  connections: {
    webhookSecretMin: 16,
    webhookSecretMax: 200,
    /** People are notified this many days before a sign-in expires for good. */
    signInNoticeDays: 60,
    /** spec 9.12 */
    nameMax: 100,
    suffixMax: 10,
    popupMs: 300_000,
    popupPollMs: 1000,
    /** Poll interval of the list once the sign-in window is no longer visible, in case the sign-in was completed anyway. */
    unseenPollMs: 3000,
    /** Poll interval of a run in progress. */
    runPollMs: 1500,
    /** Runs or records per page. */
    page: 20,
    secretMax: 20_000,
  },
  pickerYearsBack: 10,
  deals: {
    /** decisions 2.17: an open deal not moved for this many days is stale. */
    staleDays: 30,
    nameMax: 200,
    notesMax: 2000,
    reasonMax: 500,
    /** Dollars; amounts have whole cents. */
    amountMax: 1_000_000_000,
    /** A close date is between the first day of `firstYear` and the last day of `lastYear`. */
    firstYear: 2000,
    lastYear: 2099,
    /** Cards per stage on the board; the table has all deals. */
    boardCards: 50,
    pageSize: 25,
    /** Events, invoices and customers offered by a chooser. */
    choices: 10,
  },
  invoices: {
    numberMax: 40,
    customerMax: 200,
    notesMax: 2000,
    /** Characters of the notes shown in the table (spec 2.61). */
    notesShown: 30,
    /** Dollars; amounts have whole cents. */
    amountMax: 1_000_000_000,
    /** Initial and maximum percentage of the rate field (spec 9.13). */
    rateDefault: '10.0',
    rateMax: 100,
    /** Default number of days from booking to due date. */
    dueDays: 30,
    firstYear: 2000,
    lastYear: 2099,
    pageSize: 25,
    timeline: 100,
    /** Customers suggested while typing. */
    choices: 10,
  },
  adjustments: {
    firstYear: 2000,
    lastYear: 2099,
    /** How many days ahead the effective day of a person's adjustment may be. */
    daysAhead: 365,
  },
  payments: {
    pageSize: 25,
    /** Maximum dollars per payment. */
    amountMax: 1_000_000_000,
    referenceMax: 100,
    notesMax: 2000,
    reasonMax: 500,
    firstYear: 2000,
    /** How many days before its pay day a commission payment may be recorded. */
    daysAhead: 62,
    /** Open invoices or records offered by a form, oldest due first; `choices`: customers and invoices offered by its chooser. */
    openItems: 200,
    choices: 10,
  },
  bank: {
    pageSize: 25,
    reasonMax: 500,
    /** Parts of a split transaction, and people in a run completed by one transfer. */
    linesMax: 50,
    /** Items offered in the split dialog. */
    targets: 30,
  },
  /** Rows per page. */
  audit: { pageSize: 50 },
  /** decisions 2.10: how long a decision can be undone; items per request; characters of a note. */
  approvals: { undoMs: 10_000, pageSize: 25, maxItems: 100, noteMax: 500, pollMs: 60_000 },
  /**
   * decisions 2.07: how many days ahead a change may begin, how long its impact can be confirmed, and the poll interval of its progress.
   */
  configChange: { daysAhead: 366, minutes: 60, pollMs: 700 },
  reports: {
    /** Ten years, including leap days. */
    maxDays: 3653,
    /** decisions 2.18: rows of a PDF and of an Excel file; CSV has no limit. */
    pdfRows: 2000,
    xlsxRows: 100_000,
    /** Part size of stored files in bytes, and how many days they are stored. */
    partBytes: 1_048_576,
    keptDays: 90,
    /** Unfinished reports per person, and how many more that person's schedules may add. */
    unfinished: 5,
    unfinishedScheduled: 50,
    /** Schedules per person. */
    schedules: 20,
    pageSize: 25,
    /** Poll interval of a list with unfinished reports. */
    pollMs: 2000,
  },
  /** Page sizes and search limits of lists. */
  list: { defaultLimit: 25, maxLimit: 500, searchLength: 64, searchDebounceMs: 250 },
  /** Delay of the palette's search after typing; a longer text is refused with 400. */
  search: { debounceMs: 150, maxLength: 100 },
  toastMs: 4000,
  /** spec 2.63 */
  settingsSavedMs: 3000,
  users: {
    nameMax: 100,
    emailMax: 254,
    searchDebounceMs: 250,
    pageSize: 25,
    /** A people CSV: lines, bytes, and lines applied per request. */
    importMaxLines: 1000,
    importMaxBytes: 2_000_000,
    importChunk: 25,
    /** Maximum number of people whose changes are previewed before a people import is saved. */
    impactMaxPeople: 50,
  },
  imports: {
    /** Maximum file size; larger files are refused with 413. */
    maxBytes: 104_857_600,
    /** Files are uploaded and stored in parts of this size, so that several servers can share them. */
    partBytes: 1_048_576,
    maxRows: 1_000_000,
    maxColumns: 200,
    /** Limits of the thread that parses a file. */
    reading: { memoryMb: 512, timeoutMs: 300_000 },
    /** Characters per cell. */
    maxCell: 4000,
    /** The header must be within this many rows. */
    headerWithin: 10,
    /** Rows written per transaction (`batch`), and rows read or previewed per transaction (`chunk`). */
    batch: 200,
    chunk: 1000,
    /** Rows per statement when reading or previewing a file; fewer after a statement that made other requests wait (decisions 7.08). */
    paced: { least: 100, max: 1000, quickMs: 20, slowMs: 60 },
    /** Days until an upload is deleted: after its run has ended, or after the upload if it was never started. */
    keptDays: 30,
    pollMs: 1000,
    pageSize: 25,
    rowsPage: 50,
    /** People whose changes a preview computes, those with the most rows first. */
    previewPeople: 50,
    /** Nothing is previewed for a person with more rows, because a whole quota period is in memory at once. */
    previewRows: 10_000,
  },
  /** The simulated company of the demo (decisions 1.10). `idleMs`: it ends once nobody has watched it for this long. */
  simulation: { days: 60, maxSeed: 1_000_000, pollMs: 1000, idleMs: 60_000, entries: 8 },
  /** Height of the commissionsConfig text area, in rows (spec 2.50). */
  configRows: 15,
} as const;
