import type { Integration, SyncRun } from '../../../contract/entities/connection.ts';
import {
  amountOrNull,
  dayOrNull,
  flag,
  isFields,
  nonEmptyTextOrNull,
  optional,
  orNull,
  type Reader,
  readListOf,
  readMoney,
  shape,
  text,
  textAs,
  textOrNull,
  webUrlOrNull,
} from './read.ts';

const runCounts = shape<SyncRun['counts']>({
  created: readMoney,
  changed: readMoney,
  same: readMoney,
  held: readMoney,
  done: readMoney,
  total: amountOrNull,
  settled: optional(readMoney),
  differing: optional(readMoney),
});
const run = shape<SyncRun>({
  id: text,
  status: textAs(),
  title: text,
  counts: runCounts,
  differing_invoices: optional(readListOf(text)),
  error: textOrNull,
  created_at: text,
  started_at: textOrNull,
  finished_at: textOrNull,
});

const settings: Reader<Integration['settings']> = (value) => (isFields(value) ? value : {});
/** Imported counts by kind of record; unreadable counts are dropped. */
const readImportedCounts: Reader<Integration['brought']> = (value) =>
  Object.fromEntries(Object.entries(settings(value)).filter((entry): entry is [string, number] => entry[1] === readMoney(entry[1])));
const count: Reader<number> = (value) => readMoney(value) || 0;

/** spec 3.15-3.18 */
export const integration = shape<Integration>({
  id: text,
  name: text,
  status: textAs(),
  connection_status: textAs(),
  connection_message: nonEmptyTextOrNull(),
  last_sync_at: nonEmptyTextOrNull(),
  last_test_at: nonEmptyTextOrNull(),
  run: orNull(run),
  frequency: textAs(),
  next_sync_at: nonEmptyTextOrNull(),
  brought: readImportedCounts,
  held: count,
  calls_this_month: count,
  created_at: text,
  version: count,
  settings,
  company_name: optional(nonEmptyTextOrNull()),
  legal_name: optional(textOrNull),
  realm_id: optional(textOrNull),
  invoice_suffix: optional(textOrNull),
  contact_email: optional(textOrNull),
  phone: optional(textOrNull),
  website: optional(textOrNull),
  address: optional(textOrNull),
  expires_at: optional(textOrNull),
  sync_invoices: optional(flag),
  sync_payments: optional(flag),
  sync_customers: optional(flag),
  sync_accounts: optional(flag),
  sync_transactions: optional(flag),
  spreadsheet_id: optional(textOrNull),
  sheet_name: optional(textOrNull),
  type: optional(textOrNull),
  email: optional(textOrNull),
  start_date: optional(dayOrNull),
  end_date: optional(dayOrNull),
});

/** spec 7.08: the URL of the vendor's sign-in page. @throws if the response contains none */
export const authUrl: Reader<string> = (value) => {
  const url = isFields(value) ? webUrlOrNull(value.auth_url) : null;
  if (url === null) throw new TypeError('the answer names no sign-in page');
  return url;
};
