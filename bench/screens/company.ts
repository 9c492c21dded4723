import type { Role } from '../../contract/entities/user.ts';
import { migrate } from '../../server/db/migrate.ts';
import { openDatabase } from '../../server/db/open.ts';
import { loadDemo } from '../../server/demo/loadDemo.ts';
import { createPasswords } from '../../server/domain/session/passwords.ts';
import { todayIn } from '../../server/domain/shared/clock.ts';
import { ask, json } from '../../soak/support/server.ts';

const PASSWORD = 'four clouds over a lake';
/** Invoices of the demo company. */
export const DEMO_RECORDS = 12_000;
const accounts: Readonly<Record<Role, string>> = {
  admin: 'admin',
  vp_sales: 'vp',
  sales_manager: 'manager',
  salesperson: 'sales',
  finance: 'finance',
  events_manager: 'events',
};

/** The demo company with `records` invoices, on PostgreSQL. */
export const loadCompany = async (databaseUrl: string, records: number): Promise<void> => {
  const db = await openDatabase({ databaseUrl, dataDir: '' });
  await migrate(db);
  await loadDemo(db, {
    today: todayIn('America/Phoenix', new Date()),
    now: new Date(),
    scale: records / DEMO_RECORDS,
    passwordHash: await createPasswords().hash(PASSWORD),
    progress: (text) => console.log(text),
  });
  // The server refuses to start with the demo company's public accounts.
  await db.script("update users set email = replace(email, '@demo.test', '@bench.test')");
  await db.script('vacuum analyze');
  await db.close();
};

/** `id`: the signed-in user's id. */
type SignedIn = Readonly<{ access_token: string; refresh_token: string; id: string }>;

export const signIn = async (url: string, role: Role): Promise<SignedIn> => {
  const body = { email: `${accounts[role]}@bench.test`, password: PASSWORD };
  const tokens = json<Omit<SignedIn, 'id'>>(await ask(`${url}/api/v1/auth/login`, { method: 'POST', body }));
  const { id } = json<{ id: string }>(await ask(`${url}/api/v1/auth/me`, { token: tokens.access_token }));
  return { ...tokens, id };
};

/** A placeholder for the user's own id, which differs between companies. */
const OWN_ID = '{me}';
export const withoutOwnId = (path: string, id: string): string => path.replace(new RegExp(`(user_id=|next-)${id}\\b`), `$1${OWN_ID}`);
export const withOwnId = (path: string, id: string): string => path.replace(OWN_ID, id);
