import { randomBytes } from 'node:crypto';
import { allowance, parsedBody, startVendor, type Vendor, type VendorAnswer, type VendorCall } from '../kit/vendor.ts';

export type SlingUser = Readonly<{ id: number; name: string; lastname: string; email: string; active?: boolean }>;
export type SlingGroup = Readonly<{ id: number; type: 'location' | 'position' | 'group'; name: string }>;
/** `dtstart` and `dtend` include the offset in force; `id` of an occurrence: `12345:2026-11-30`. Without a user it is an open shift. */
export type SlingShift = Readonly<{
  id: string | number;
  type?: 'shift' | 'leave' | 'availability';
  status?: 'planning' | 'published';
  dtstart: string;
  dtend: string;
  user?: Readonly<{ id: number }>;
  location?: Readonly<{ id: number }>;
  position?: Readonly<{ id: number }>;
  summary?: string;
  /** The shift's notes, as in Sling's form. */
  assigneeNotes?: string;
}>;
export type SlingStandIn = Vendor &
  Readonly<{
    users: SlingUser[];
    groups: SlingGroup[];
    shifts: SlingShift[];
    email: string;
    password: string;
    /** Refuses every token issued so far. */
    expireTokens: () => void;
    /** Requires a second factor for sign-ins from now on. */
    askSecondFactor: () => void;
    logins: () => number;
  }>;

const ORG = 7001;
const DAY_MS = 86_400_000;
/** Longer windows are refused (research/integrations.md 4.2). */
const LONGEST_DAYS = 56;
const CLOUDFLARE =
  '<!DOCTYPE html><html><head><title>Access denied | api.getsling.com used Cloudflare to restrict access</title></head><body>Error 1010</body></html>';

/** Sling's observed behavior. `groupsAsList`: groups have been observed both as a list and keyed by id. */
export const startSling = async ({
  port,
  now = Date.now,
  perMinute = 20,
  groupsAsList = false,
}: Readonly<{ port?: number; now?: () => number; perMinute?: number; groupsAsList?: boolean }> = {}): Promise<SlingStandIn> => {
  const users: SlingUser[] = [];
  const groups: SlingGroup[] = [];
  const shifts: SlingShift[] = [];
  const [email, password] = ['schedule@demo.test', 'sling-stand-in-26'];
  const tokens = new Set<string>();
  let [isTwoStep, logins] = [false, 0];
  const mayCall = allowance(perMinute, 60_000, now);

  const login = ({ body }: VendorCall): VendorAnswer => {
    logins += 1;
    const form = parsedBody(body);
    if (form.email !== email || form.password !== password) return { status: 401, body: { message: 'Invalid email or password' } };
    if (isTwoStep) return { status: 403, body: { message: 'Two-factor authentication code required' } };
    const token = randomBytes(12).toString('hex');
    tokens.add(token);
    return { status: 200, headers: { authorization: token }, body: { org: { id: ORG, name: 'Demo' }, user: { id: 1, email } } };
  };

  const calendar = (query: URLSearchParams): VendorAnswer => {
    const [from = '', until = ''] = (query.get('dates') ?? '').split('/');
    // Dates without an offset are in the organization's zone, UTC here.
    const [start, end] = [Date.parse(`${from}Z`), Date.parse(`${until}Z`)];
    if (Number.isNaN(start) || Number.isNaN(end)) return { status: 400, body: { message: 'dates is not a range' } };
    if (end - start > LONGEST_DAYS * DAY_MS) return { status: 400, body: { message: 'The range may not be longer than 8 weeks' } };
    const result = shifts.filter(({ dtstart }) => Date.parse(dtstart) >= start && Date.parse(dtstart) <= end);
    const [size, page] = [Number(query.get('pageSize') ?? 10_000), Number(query.get('page') ?? 0)];
    return {
      status: 200,
      body: result.slice(page * size, (page + 1) * size).map((item) => ({ type: 'shift', status: 'published', ...item })),
    };
  };

  const answer = (call: VendorCall): VendorAnswer => {
    const agent = call.headers['user-agent'] ?? '';
    if (!agent.startsWith('Quotaboard') && !agent.startsWith('Mozilla'))
      return { status: 403, body: CLOUDFLARE, headers: { 'cf-ray': '8a1' } };
    if (!mayCall()) return { status: 429, body: 'Too many requests' };
    if (call.path === '/v1/account/login' && call.method === 'POST') return login(call);
    const token = call.headers.authorization ?? '';
    if (token.startsWith('Bearer') || !tokens.has(token)) return { status: 401, body: { message: 'Unauthorized' } };
    if (call.path === '/v1/account/session') return { status: 200, body: { user: { id: 1, email }, org: { id: ORG, name: 'Demo' } } };
    if (call.path === `/v1/${ORG}/users/concise`) {
      const listed = groupsAsList ? groups : Object.fromEntries(groups.map((group) => [group.id, group]));
      return { status: 200, body: { users: users.map((user) => ({ type: 'user', active: true, ...user })), groups: listed } };
    }
    if (call.path === `/v1/${ORG}/calendar/${ORG}/users/1`) return calendar(call.query);
    return { status: 404, body: { message: 'Not found' } };
  };

  const vendor = await startVendor(answer, { now, ...(port === undefined ? {} : { port }) });
  return {
    ...vendor,
    users,
    groups,
    shifts,
    email,
    password,
    expireTokens: () => tokens.clear(),
    askSecondFactor: () => {
      isTwoStep = true;
    },
    logins: () => logins,
  };
};
