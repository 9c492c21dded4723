import { createVerify, generateKeyPairSync, randomBytes } from 'node:crypto';
import { allowance, startVendor, type Vendor, type VendorAnswer, type VendorCall } from '../kit/vendor.ts';
import { sheetsSpec } from '../specs/sheets.ts';

/** A cell's value and, if displayed differently, its text: a date is `{ raw: 46356, shown: '11/30/2026' }`. */
export type Cell = string | number | boolean | null | Readonly<{ raw: string | number; shown: string }>;
/** `rowCount`: rows of its grid, including blank ones. */
export type Tab = {
  title: string;
  sheetId: number;
  rows: Cell[][];
  rowCount?: number;
  merges?: readonly Readonly<Record<'startRowIndex' | 'endRowIndex' | 'startColumnIndex' | 'endColumnIndex', number>>[];
};
export type Book = { id: string; timeZone: string; locale: string; tabs: Tab[]; sharedWith: Set<string> };
export type SheetsStandIn = Vendor &
  Readonly<{
    books: Map<string, Book>;
    /** The text pasted into the dialog. */
    credentials: string;
    clientEmail: string;
    /** Refuses every access token issued so far. */
    expireTokens: () => void;
    /** Revokes all keys of the account; `false` restores them. */
    revokeKey: (revoked?: boolean) => void;
    disableApi: (disabled: boolean) => void;
  }>;

const AUDIENCE = 'https://oauth2.googleapis.com/token';
const SKEW_S = 300;

/** An error in the vendor's wording (research/integrations.md 3.3). */
const refusal = (code: number, status: string, message: string): VendorAnswer => ({
  status: code,
  body: { error: { code, message, status } },
});
const refusedToken = (error_description: string): VendorAnswer => ({ status: 400, body: { error: 'invalid_grant', error_description } });

const rawOf = (cell: Cell): unknown => (cell !== null && typeof cell === 'object' ? cell.raw : (cell ?? ''));
const shownOf = (cell: Cell): string => {
  if (cell === null) return '';
  if (typeof cell === 'object') return cell.shown;
  return typeof cell === 'boolean' ? String(cell).toUpperCase() : String(cell);
};

/** Removes trailing blanks of rows and trailing blank rows. */
const withoutTail = (rows: unknown[][]): unknown[][] => {
  const cut = rows.map((row) => row.slice(0, row.findLastIndex((cell) => cell !== '') + 1));
  return cut.slice(0, cut.findLastIndex((row) => row.length > 0) + 1);
};

const RANGE = /^(?:'((?:[^']|'')+)'|([^'!]+))(?:!([A-Z]+)(\d+):([A-Z]+)(\d+))?$/;
const rowCountOf = ({ rows, rowCount = Math.max(1000, rows.length) }: Tab): number => rowCount;
/** The 1-based column number: A is 1. */
const columnOf = (letters: string): number => [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);

/** Google Sheets and Google's token service, as documented. */
export const startSheets = async ({
  port,
  now = Date.now,
  perMinute = 60,
}: Readonly<{ port?: number; now?: () => number; perMinute?: number }> = {}): Promise<SheetsStandIn> => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const clientEmail = 'quotaboard@stand-in.iam.gserviceaccount.com';
  const books = new Map<string, Book>();
  const tokens = new Map<string, number>();
  let [isRevoked, isDisabled] = [false, false];
  const mayCall = allowance(perMinute, 60_000, now);

  const token = ({ body }: VendorCall): VendorAnswer => {
    const form = new URLSearchParams(body);
    const [head = '', claims = '', signature = ''] = (form.get('assertion') ?? '').split('.');
    if (form.get('grant_type') !== 'urn:ietf:params:oauth:grant-type:jwt-bearer')
      return { status: 400, body: { error: 'unsupported_grant_type' } };
    const isSigned = !isRevoked && createVerify('RSA-SHA256').update(`${head}.${claims}`).verify(publicKey, signature, 'base64url');
    if (!isSigned) return refusedToken('Invalid JWT Signature.');
    const { iss, aud, iat, exp, scope } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, string | number>;
    const nowS = now() / 1000;
    if (iss !== clientEmail || aud !== AUDIENCE) return refusedToken('Invalid JWT: Failed audience check.');
    if (Number(iat) > nowS + SKEW_S || Number(exp) < nowS || Number(exp) - Number(iat) > 3600)
      return refusedToken('Invalid JWT: Token must be a short-lived token (60 minutes) and in a reasonable timeframe.');
    if (!String(scope).includes('spreadsheets')) return { status: 400, body: { error: 'invalid_scope' } };
    const value = `ya29.${randomBytes(16).toString('hex')}`;
    tokens.set(value, now() + 3_599_000);
    return { status: 200, body: { access_token: value, expires_in: 3599, token_type: 'Bearer' } };
  };

  const values = (book: Book, range: string, query: URLSearchParams): VendorAnswer => {
    const result = RANGE.exec(range);
    const tab = result && book.tabs.find(({ title }) => title === (result[2] ?? (result[1] ?? '').replaceAll("''", "'")));
    if (!tab) return refusal(400, 'INVALID_ARGUMENT', `Unable to parse range: ${range}`);
    const from = Number(result[4] ?? 1) - 1;
    if (from >= rowCountOf(tab))
      return refusal(400, 'INVALID_ARGUMENT', `Range (${range}) exceeds grid limits. Max rows: ${rowCountOf(tab)}, max columns: 40`);
    const [left, right] = [columnOf(result[3] ?? 'A') - 1, columnOf(result[5] ?? 'ZZZ')];
    const rows = tab.rows.slice(from, Number(result[6] ?? tab.rows.length)).map((row) => row.slice(left, right));
    const isRaw = query.get('valueRenderOption') === 'UNFORMATTED_VALUE';
    const cells = withoutTail(rows.map((row) => row.map(isRaw ? rawOf : shownOf)));
    return { status: 200, body: { range, majorDimension: 'ROWS', ...(cells.length > 0 ? { values: cells } : {}) } };
  };

  const answer = (call: VendorCall): VendorAnswer => {
    if (call.path === '/token') return token(call);
    const [, id = '', , range] = /^\/v4\/spreadsheets\/([^/]+)(\/values\/(.+))?$/.exec(call.path) ?? [];
    const bearer = /^Bearer (.+)$/.exec(call.headers.authorization ?? '')?.[1] ?? '';
    if ((tokens.get(bearer) ?? 0) <= now()) return refusal(401, 'UNAUTHENTICATED', 'Request had invalid authentication credentials.');
    if (isDisabled)
      return refusal(
        403,
        'PERMISSION_DENIED',
        'Google Sheets API has not been used in project 42 before or it is disabled. SERVICE_DISABLED',
      );
    if (!mayCall()) return refusal(429, 'RESOURCE_EXHAUSTED', "Quota exceeded for quota metric 'Read requests'.");
    const book = books.get(id);
    if (!book) return refusal(404, 'NOT_FOUND', 'Requested entity was not found.');
    if (!book.sharedWith.has(clientEmail)) return refusal(403, 'PERMISSION_DENIED', 'The caller does not have permission');
    if (range !== undefined) return values(book, range, call.query);
    const sheets = book.tabs.map((tab, index) => ({
      properties: { sheetId: tab.sheetId, title: tab.title, index, gridProperties: { rowCount: rowCountOf(tab), columnCount: 40 } },
      ...(tab.merges ? { merges: tab.merges.map((merge) => ({ sheetId: tab.sheetId, ...merge })) } : {}),
    }));
    return {
      status: 200,
      body: { spreadsheetId: id, properties: { title: 'Schedule', locale: book.locale, timeZone: book.timeZone }, sheets },
    };
  };

  const vendor = await startVendor(answer, { now, spec: sheetsSpec, ...(port === undefined ? {} : { port }) });
  return {
    ...vendor,
    books,
    clientEmail,
    credentials: JSON.stringify({
      type: 'service_account',
      project_id: 'stand-in',
      private_key_id: 'k1',
      private_key: privateKey,
      client_email: clientEmail,
      token_uri: 'https://not-used.example/token',
    }),
    expireTokens: () => tokens.clear(),
    revokeKey: (revoked = true) => {
      isRevoked = revoked;
    },
    disableApi: (disabled) => {
      isDisabled = disabled;
    },
  };
};
