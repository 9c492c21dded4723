import { object, string } from 'yup';
import { limits } from '../limits.ts';
import { hubspot } from '../messages/hubspot.ts';
import { sheets } from '../messages/sheets.ts';
import { sling } from '../messages/sling.ts';
import { sheetTypes } from '../rules/connections/sheetColumns.ts';

const name = (required: string) => string().trim().default('').required(required).max(limits.connections.nameMax, required);
const day = (required: string) => string().default('').required(required);

/** spec 2.55, 5.07 */
export const sheetsForm = object({
  name: name(sheets.nameRequired),
  service_account_credentials: string().trim().default('').required(sheets.credentialsRequired),
  spreadsheet_id: string().trim().default('').required(sheets.spreadsheetRequired),
  sheet_name: name(sheets.sheetNameRequired),
  type: string().oneOf(sheetTypes, sheets.typeUnknown).default('schedule'),
  start_date: day(sheets.datesRequired),
  end_date: day(sheets.datesRequired).test('order', sheets.dateOrder, (value, { parent }) => !value || value >= parent.start_date),
});

/** spec 2.56, 5.08 */
export const slingForm = object({
  name: name(sling.nameRequired),
  email: string().trim().default('').required(sling.emailRequired),
  password: string().default('').required(sling.passwordRequired),
  start_date: day(sling.datesRequired),
  end_date: day(sling.datesRequired).test('order', sling.dateOrder, (value, { parent }) => !value || value >= parent.start_date),
});

/** spec 2.57 */
export const hubspotForm = object({
  name: name(hubspot.nameRequired),
  service_key: string().trim().default('').required(hubspot.keyRequired),
});
