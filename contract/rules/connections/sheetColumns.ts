/**
 * The columns a sheet may have, with their accepted header names; the example uses the first name of each. Other columns are ignored.
 * Decisions 7.05; research/integrations.md 3.4-3.5.
 */
export const sheetTypes = ['schedule', 'ar'] as const;
export type SheetType = (typeof sheetTypes)[number];

type Column = Readonly<{ names: readonly string[]; required?: true; example: string }>;

const schedule = {
  id: { names: ['Event ID', 'ID', 'Source ID', 'Key', 'Row ID'], example: 'EV-1001' },
  customer: {
    names: ['Customer', 'Customer Name', 'Client', 'Library', 'School', 'Organization', 'Organisation', 'Account'],
    required: true,
    example: 'Mesa Public Library',
  },
  customer_type: { names: ['Customer Type', 'Client Type', 'Account Type'], example: 'Library' },
  state: { names: ['State', 'Customer State', 'ST', 'Address State'], example: 'AZ' },
  activity: {
    names: ['Program', 'Activity', 'Program Name', 'Class', 'Event', 'Event Name'],
    required: true,
    example: 'Minecraft Builders',
  },
  activity_type: { names: ['Activity Type', 'Program Type', 'Type'], example: 'Minecraft' },
  date: {
    names: ['Date', 'Event Date', 'Program Date', 'Day', 'Start Date', 'Date & Time', 'Date Time'],
    required: true,
    example: '11/30/2026',
  },
  start_time: { names: ['Start Time', 'Time', 'Start', 'Begins', 'From'], example: '3:30 PM' },
  end_time: { names: ['End Time', 'End', 'Ends', 'Until', 'To'], example: '4:30 PM' },
  timezone: { names: ['Time Zone', 'Timezone', 'TZ', 'Zone'], example: 'AZ' },
  age: { names: ['Age', 'Ages', 'Age Group', 'Grade', 'Grades'], example: '8-12' },
  devices: { names: ['Devices', 'Device', 'Equipment'], example: 'BYOD|ASG Tablets' },
  format: { names: ['Format', 'Delivery', 'Virtual or In Person'], example: 'Virtual' },
  contact_name: { names: ['Contact Name', 'Contact', 'Contact Person'], example: 'Rosa Diaz' },
  contact_email: { names: ['Contact Email', 'Email', 'E-mail', 'Contact E-mail'], example: 'rosa@example.org' },
  contact_phone: { names: ['Contact Phone', 'Phone', 'Telephone'], example: '480-555-0134' },
  price: { names: ['Price', 'Cost', 'Fee', 'Amount'], example: '350' },
  program_notes: { names: ['Program Notes', 'Notes', 'Description'], example: 'Room B, 20 children' },
  host_anchor: { names: ['Host', 'Host Name', 'Anchor', 'Meeting Host'], example: 'Zoom 3' },
  host_url: { names: ['Host URL', 'Meeting Link', 'Link', 'Zoom Link', 'URL'], example: 'https://example.org/j/3' },
  reviewed: { names: ['Reviewed', 'Review'], example: 'No' },
  tech_setup_required: { names: ['Tech Setup Required', 'Tech Setup'], example: 'Yes' },
  tech_setup_completed: { names: ['Tech Setup Completed', 'Tech Setup Done'], example: 'No' },
  pre_program_setup_email_sent: { names: ['Pre-Program Setup Email Sent', 'Pre-Program Email', 'Setup Email Sent'], example: 'No' },
  pre_program_reminder_email_sent: { names: ['Pre-Program Reminder Email Sent', 'Reminder Email', 'Reminder Email Sent'], example: 'No' },
  invoiced: { names: ['Invoiced', 'Invoice Status'], example: 'Need To Send' },
  invoice_id: { names: ['Invoice ID', 'Invoice #', 'Invoice', 'Invoice Number', 'Invoice No'], example: '' },
  sales_person: { names: ['Sales Person', 'Salesperson', 'Sales Rep', 'Rep'], example: 'Sam Seller' },
  sales_lead: { names: ['Sales Lead', 'Lead', 'Lead Rep'], example: '' },
  internal_notes: { names: ['Internal Notes', 'Staff Notes', 'Comments'], example: '' },
} as const satisfies Readonly<Record<string, Column>>;

const ledgerAliases = {
  invoice_number: {
    names: ['Invoice #', 'Invoice', 'Invoice Number', 'Invoice No', 'Invoice ID', 'Inv #', 'Reference'],
    required: true,
    example: '10234-ABC',
  },
  salesperson: { names: ['Salesperson', 'Sales Person', 'Sales Rep', 'Rep', 'Seller'], required: true, example: 'sam@example.org' },
  sales_lead: { names: ['Sales Lead', 'Lead', 'Lead Rep'], example: '' },
  customer: { names: ['Customer', 'Customer Name', 'Client', 'Account'], example: 'Mesa Public Library' },
  amount: { names: ['Amount', 'Total', 'Invoice Amount', 'Amount Due', 'Gross'], example: '350.00' },
  paid_on: { names: ['Paid Date', 'Paid', 'Date Paid', 'Payment Date', 'Paid On'], example: '12/15/2026' },
} as const satisfies Readonly<Record<string, Column>>;

export type ScheduleColumn = keyof typeof schedule;
export type LedgerColumn = keyof typeof ledgerAliases;

export const sheetColumns: Readonly<Record<SheetType, Readonly<Record<string, Column>>>> = { schedule, ar: ledgerAliases };

export const requiredColumns = (type: SheetType): readonly string[] =>
  Object.values(sheetColumns[type]).flatMap(({ names, required }) => (required ? [names[0] ?? ''] : []));

/** A header row and one row below it, tab-separated, as spreadsheets paste it from the clipboard. */
export const exampleSheet = (type: SheetType): string => {
  const columns = Object.values(sheetColumns[type]);
  return [columns.map(({ names }) => names[0] ?? ''), columns.map(({ example }) => example)].map((row) => row.join('\t')).join('\n');
};
