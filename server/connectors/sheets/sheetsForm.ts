import { messages } from '../../../contract/messages.ts';
import { sheetTypes } from '../../../contract/rules/connections/sheetColumns.ts';
import { type Day, isDay } from '../../../contract/rules/time/period.ts';
import { type ConnectionInput, throwFormProblem } from '../../domain/connections/connector.ts';
import { readServiceAccount } from './credentials.ts';

const t = messages.sheets;
const MAX_NAME_CHARS = 100;

const trimText = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');
/** spec 7.33: dates arrive as ISO timestamps; only the day is used. */
const dayOf = (value: unknown): Day | null => {
  const day = trimText(value).slice(0, 10);
  return isDay(day) ? day : null;
};
/** The spreadsheet's id, also extracted from its URL. */
const spreadsheetOf = (value: string): string => /\/d\/([\w-]+)/.exec(value)?.[1] ?? value;

/** spec 5.07, 7.33. @throws Problem 400 with a message per field */
export const readSheetsForm = (form: Readonly<Record<string, unknown>>): ConnectionInput => {
  const [name, credentials, sheet] = [trimText(form.name), trimText(form.service_account_credentials), trimText(form.sheet_name)];
  const spreadsheet = spreadsheetOf(trimText(form.spreadsheet_id));
  const [start, end] = [dayOf(form.start_date), dayOf(form.end_date)];
  const type = sheetTypes.find((sheetType) => sheetType === form.type);
  const account = readServiceAccount(credentials);
  const errors: Record<string, string> = {};
  if (name === '' || name.length > MAX_NAME_CHARS) errors.name = t.nameRequired;
  if (credentials === '') errors.service_account_credentials = t.credentialsRequired;
  else if (typeof account === 'string') errors.service_account_credentials = t.credentials[account];
  if (spreadsheet === '') errors.spreadsheet_id = t.spreadsheetRequired;
  else if (!/^[\w-]{10,120}$/.test(spreadsheet)) errors.spreadsheet_id = t.spreadsheetInvalid;
  if (sheet === '' || sheet.length > MAX_NAME_CHARS) errors.sheet_name = t.sheetNameRequired;
  if (type === undefined) errors.type = t.typeUnknown;
  if (start === null || end === null) errors.start_date = t.datesRequired;
  else if (end < start) errors.end_date = t.dateOrder;
  if (Object.keys(errors).length > 0 || typeof account === 'string') return throwFormProblem(errors);
  const settings = {
    spreadsheet_id: spreadsheet,
    sheet_name: sheet,
    type,
    start_date: start,
    end_date: end,
    client_email: account.clientEmail,
  };
  return { name, settings, secrets: { credentials: credentials } };
};
