// Google Sheets as a source: the dialog, and reasons why a sheet or a row is unreadable.
export const sheets = {
  addTitle: 'Add Google Sheets Integration',
  againTitle: 'Reconnect Google Sheets',
  hint: 'Share the spreadsheet with the client_email of the service account, as Viewer. If your organization does not allow service account keys, ask its administrator for an exception (iam.disableServiceAccountKeyCreation).',
  fields: {
    name: 'Name',
    credentials: 'Service account JSON credentials',
    spreadsheet: 'Spreadsheet ID',
    spreadsheetHint: 'The ID, or the whole address of the spreadsheet',
    sheet: 'Sheet name',
    type: 'Type',
    start: 'Start date',
    end: 'End date',
  },
  types: { schedule: 'Schedule', ar: 'AR (accounts receivable)' },
  columns: 'Columns',
  columnsNeeded: 'Required: {columns}. The header can be in any of the first ten rows; other names for these columns are recognized too.',
  columnsKnown: 'Also read: {columns}.',
  copyExample: 'Copy an example sheet',
  copied: 'Copied. Paste it into an empty sheet.',
  facts: { spreadsheet: 'Spreadsheet ID', sheet: 'Sheet', type: 'Type', days: 'Days', sharedWith: 'Share with' },
  days: '{start} to {end}',
  nameRequired: 'Please enter a name for this integration',
  credentialsRequired: 'Please enter service account credentials',
  spreadsheetRequired: 'Please enter a spreadsheet ID',
  sheetNameRequired: 'Please enter a sheet name',
  datesRequired: 'Please enter both start and end dates',
  dateOrder: 'The end date must not be before the start date',
  typeUnknown: 'Choose what the sheet contains: schedule or ar',
  spreadsheetInvalid: 'This is not a spreadsheet ID. Copy the long part of the address between /d/ and /edit.',
  credentials: {
    too_long: 'The credentials are too long. Paste the JSON key file of one service account.',
    not_json: 'The credentials are not JSON. Paste the whole key file, from { to }.',
    not_service_account: 'These are not the credentials of a service account: "type" must be "service_account".',
    no_email: 'The credentials have no client_email. Paste the whole key file.',
    no_key: 'The credentials have no private_key. Create a new key for the service account and paste its file.',
    bad_key: 'The private_key is damaged. Download the key file again and paste all of it.',
  },
  // The vendor's refusals. {name} is the connection's, {email} the service account's address.
  notShared: '{name}: the spreadsheet is not shared with {email}. Share it with this address as Viewer.',
  apiDisabled: '{name}: the Google Sheets API is off in the project of this service account. Turn it on in the Google Cloud console.',
  noSpreadsheet: '{name}: no spreadsheet has this ID. Copy the ID from its address.',
  noTab: '{name}: the spreadsheet has no tab "{tab}". It has: {tabs}.',
  keyRefused:
    '{name}: Google no longer accepts this key. Create a new key for the service account and connect again; if the key is new, correct the clock of this server.',
  unknownZone:
    '{name}: the time zone of the spreadsheet, {zone}, is unknown. Choose another one there under File, Settings. Nothing was changed.',
  empty: '{name}: the tab "{tab}" is empty. No events or links were changed.',
  noHeader: '{name}: the first ten rows contain no known header row. The columns {columns} are required.',
  missingColumns: '{name}: these columns are missing: {columns}. Nothing was changed.',
} as const;

/** Reasons why a row is held; `{row}` is its current number, `{column}` the example's header, `{shown}` the cell's content. */
export const sheetReasons = {
  sheet_formula: { text: 'Row {row}: the formula in {column} shows {shown}. Correct it in the sheet.' },
  sheet_required: { text: 'Row {row}: {column} is empty. Fill it in in the sheet.' },
  sheet_day: { text: 'Row {row}: "{shown}" in {column} is not a date. Write it as 11/30/2026.' },
  sheet_time: { text: 'Row {row}: "{shown}" in {column} is not a time. Write it as 3:30 PM.' },
  sheet_amount: { text: 'Row {row}: "{shown}" in {column} is not an amount.' },
  sheet_doubled_id: { text: 'Row {row} has the same ID as another row, "{shown}". Give each row its own ID.' },
  sheet_emptied: {
    text: '{missing} of {known} rows are gone from the sheet. This looks like an accident, so nothing was changed.',
    asks: 'Type "remove" if these rows were deleted on purpose',
  },
  ledger_no_invoice: { text: 'Row {row}: there is no invoice {invoice} yet.', asks: 'Number of the invoice' },
  ledger_two_people: {
    text: 'Rows {row} and {other} credit invoice {invoice} to different people, {shown} and {other_shown}. Correct one of them in the sheet.',
  },
  ledger_two_sheets: {
    text: 'Row {row} credits invoice {invoice} to {shown}, and the sheet “{sheet}” credits it to {other_shown}. Correct one of them.',
  },
  ledger_no_person: { text: 'Row {row}: nobody here is named "{shown}".', asks: 'Email address of the salesperson' },
} as const;
