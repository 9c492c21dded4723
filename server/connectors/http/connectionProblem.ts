import { fill, messages } from '../../../contract/messages.ts';
import { Problem } from '../../domain/shared/problem.ts';

/** What an outside system's refusal means to us, whatever it calls it. */
export type ErrorKind = 'auth_expired' | 'permission' | 'rate_limited' | 'invalid_config' | 'upstream_down' | 'bad_data';

const statuses: Readonly<Record<ErrorKind, number>> = {
  auth_expired: 409,
  permission: 409,
  rate_limited: 503,
  invalid_config: 409,
  upstream_down: 503,
  bad_data: 502,
};
/** Seconds after which another try makes sense, where the system does not say. */
const AGAIN_S = 60;

/** What a refusal means, and the sentence that says what to do about it; without one, the sentence of its kind. */
export type Refusal = Readonly<{ kind: ErrorKind; message?: string }>;

/** A call that failed, with a sentence for the administrator; the system's own words and our credentials are not in it. */
export class ConnectionProblem extends Problem {
  readonly kind: ErrorKind;
  constructor(kind: ErrorKind, name: string, retryAfter?: number, message?: string) {
    const again = kind === 'rate_limited' || kind === 'upstream_down' ? Math.max(1, Math.ceil(retryAfter ?? AGAIN_S)) : undefined;
    super(statuses[kind], kind, message ?? fill(messages.connections[kind], { name }), again === undefined ? {} : { retryAfter: again });
    this.kind = kind;
  }
}
