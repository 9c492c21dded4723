import { fill, messages } from '../../../contract/messages.ts';
import { Problem } from '../shared/problem.ts';
import type { Sso } from '../shared/sso.ts';

const t = messages.sso;
const refusals = {
  sso_unreachable: [503, t.unreachable],
  sso_refused: [403, t.refused],
  sso_denied: [403, t.denied],
  sso_stale: [410, t.stale],
  email_unverified: [403, t.unverified],
  no_account: [403, t.noAccount],
  no_role: [403, t.noRole],
  profile_incomplete: [403, t.incomplete],
  account_inactive: [403, messages.session.inactive],
} as const satisfies Readonly<Record<string, readonly [number, string]>>;
export type SsoRefusal = keyof typeof refusals;

const isRefusal = (code: string): code is SsoRefusal => Object.hasOwn(refusals, code);

/** The message for a refused sign-in. */
export const ssoProblem = ({ name }: Pick<Sso, 'name'>, code: string): Problem => {
  const known = isRefusal(code) ? code : 'sso_stale';
  const [status, text] = refusals[known];
  return new Problem(status, known, fill(text, { name }));
};

/** Thrown while the issuer's response is checked; stored in the attempt until the browser asks for it. */
export class SsoRefused extends Error {
  readonly code: SsoRefusal;
  /** The account, if known: its audit log names the failure. */
  readonly userId: number | null;
  constructor(code: SsoRefusal, userId: number | null = null) {
    super(code);
    this.code = code;
    this.userId = userId;
  }
}
