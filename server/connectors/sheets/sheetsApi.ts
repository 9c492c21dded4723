import { fill, messages } from '../../../contract/messages.ts';
import { ConnectionProblem, type Refusal } from '../../domain/connections/connectionProblem.ts';
import type { Connected } from '../../domain/connections/connector.ts';
import type { SheetSettings } from '../../domain/connections/facts.ts';
import type { Call } from '../../domain/connections/outgoing.ts';
import { readServiceAccount, type ServiceAccount, signAssertion } from './credentials.ts';
import type { SheetGrid } from './sheetRows.ts';

const t = messages.sheets;
const TOKEN_MARGIN_MS = 300_000;
/** Google allows 60 reads per minute; a run needs about ten. */
const rules = [{ name: 'reads', limit: 55, periodMs: 60_000, burst: 20 }];
/** Rows per call, so that a response stays near the 2 MB that Google suggests. */
export const ROWS_PER_CALL = 5000;
const LAST_COLUMN = 'AZ';

export type SheetUrls = Readonly<{ apiUrl: string; tokenUrl: string }>;
/** Rows and columns of merged cells, counted from 0, end exclusive. Only the first cell has a value. */
export type Merge = Readonly<{ fromRow: number; toRow: number; column: number }>;
/** `rows`: the size of its grid, including blank rows; Google refuses ranges that start below it. */
export type TabInfo = Readonly<{ id: number; title: string; rows: number; merges: readonly Merge[] }>;
export type BookInfo = Readonly<{ title: string; timeZone: string; locale: string; tabs: readonly TabInfo[] }>;
export type Rendering = 'FORMATTED_VALUE' | 'UNFORMATTED_VALUE';

type Body = Readonly<Record<string, unknown>>;
const record = (value: unknown): Body => {
  if (typeof value !== 'object' || value === null) throw new Error('not an object');
  return value as Body;
};
const parseString = (value: unknown): string => {
  if (typeof value !== 'string') throw new Error('not a text');
  return value;
};

/** `'Tab'!A1:AZ5000`, with any tab name quoted. */
const rangeOf = (tab: string, from: number, to: number): string => `'${tab.replaceAll("'", "''")}'!A${from}:${LAST_COLUMN}${to}`;

const mergeOf = (merge: unknown): Merge => {
  const { startRowIndex = 0, endRowIndex = 0, startColumnIndex = 0 } = record(merge);
  return { fromRow: Number(startRowIndex), toRow: Number(endRowIndex), column: Number(startColumnIndex) };
};

const bookOf = (body: unknown): BookInfo => {
  const { properties, sheets } = record(body);
  const { title, timeZone, locale } = record(properties);
  const tabs = (sheets as unknown[]).map((sheet) => {
    const { properties: sheetProperties, merges } = record(sheet);
    const properties = record(sheetProperties);
    const { rowCount } = record(properties.gridProperties ?? {});
    return {
      id: Number(properties.sheetId),
      title: parseString(properties.title),
      rows: typeof rowCount === 'number' ? rowCount : Number.POSITIVE_INFINITY,
      merges: Array.isArray(merges) ? merges.map(mergeOf) : [],
    };
  });
  return { title: parseString(title), timeZone: parseString(timeZone), locale: typeof locale === 'string' ? locale : 'en_US', tabs };
};
const gridOf = (body: unknown): SheetGrid => {
  const { values = [] } = record(body);
  if (!Array.isArray(values) || !values.every((row) => Array.isArray(row))) throw new Error('not rows');
  return values as SheetGrid;
};

/** Reads one spreadsheet with its service account. Every refusal says what to do about it. */
export const sheetsApi = ({ connection, outgoing, secret, clock, signal }: Connected, { apiUrl, tokenUrl }: SheetUrls) => {
  const settings = connection.settings as SheetSettings;
  const values = { name: connection.name, email: settings.client_email };
  const toRefusal = (kind: Refusal['kind'], message: string): Refusal => ({ kind, message: fill(message, values) });

  const classify = (status: number, body: string): Refusal | null => {
    if (status === 403)
      return body.includes('SERVICE_DISABLED') || /has not been used|is disabled/.test(body)
        ? toRefusal('invalid_config', t.apiDisabled)
        : toRefusal('permission', t.notShared);
    return status === 404 ? toRefusal('invalid_config', t.noSpreadsheet) : null;
  };
  const classifyToken = (status: number): Refusal | null =>
    status === 400 || status === 401 ? toRefusal('auth_expired', t.keyRefused) : null;
  const api = outgoing({ baseUrl: apiUrl, rules, classify });
  const tokens = outgoing({ baseUrl: tokenUrl, classify: classifyToken });

  const readAccount = async (): Promise<ServiceAccount> => {
    const account = readServiceAccount((await secret('credentials'))?.text ?? '');
    if (typeof account === 'string') throw new ConnectionProblem('auth_expired', connection.name);
    return account;
  };
  const requestToken = async () => {
    const assertion = signAssertion(await readAccount(), clock());
    const body = new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion }).toString();
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    return tokens.json({ method: 'POST', path: 'token', body, headers, repeatable: true, ...(signal ? { signal } : {}) }, (response) => {
      const { access_token, expires_in } = record(response);
      return { value: parseString(access_token), until: clock().getTime() + Number(expires_in) * 1000 - TOKEN_MARGIN_MS };
    });
  };
  let token: Readonly<{ value: string; until: number }> | null = null;

  const call = async <T>(request: Call, read: (body: unknown) => T): Promise<T> => {
    if (token === null || token.until <= clock().getTime()) token = await requestToken();
    const attemptWith = (value: string): Promise<T> =>
      api.json({ ...request, headers: { authorization: `Bearer ${value}` }, ...(signal ? { signal } : {}) }, read);
    try {
      return await attemptWith(token.value);
    } catch (error) {
      if (!(error instanceof ConnectionProblem) || error.kind !== 'auth_expired') throw error;
      // A token may expire early, so a refused one is replaced once.
      token = await requestToken();
      return attemptWith(token.value);
    }
  };

  return {
    book: (): Promise<BookInfo> => {
      const fields = 'spreadsheetId,properties(title,locale,timeZone),sheets(properties(sheetId,title,index,gridProperties),merges)';
      return call({ path: `v4/spreadsheets/${settings.spreadsheet_id}`, query: { fields } }, bookOf);
    },
    /** Rows `from` to `to` of a tab, counted from 1, without trailing blanks. */
    rows: (tab: string, from: number, to: number, valueRenderOption: Rendering): Promise<SheetGrid> => {
      const range = encodeURIComponent(rangeOf(tab, from, to));
      const query = { majorDimension: 'ROWS', valueRenderOption, dateTimeRenderOption: 'SERIAL_NUMBER' };
      return call({ path: `v4/spreadsheets/${settings.spreadsheet_id}/values/${range}`, query }, gridOf);
    },
  };
};
export type SheetsApi = ReturnType<typeof sheetsApi>;
