import { fill, messages } from '../../../contract/messages.ts';
import { Problem } from '../shared/problem.ts';

/** Our classification of an outside system's refusals. */
export type ErrorKind = 'auth_expired' | 'permission' | 'rate_limited' | 'invalid_config' | 'upstream_down' | 'bad_data';

const statuses: Readonly<Record<ErrorKind, number>> = {
  auth_expired: 409,
  permission: 409,
  rate_limited: 503,
  invalid_config: 409,
  upstream_down: 503,
  bad_data: 502,
};
/** Default retry delay in seconds, if the system specifies none. */
const DEFAULT_RETRY_S = 60;

/** The kind of a refusal with its message; without one, the kind's default message applies. */
export type Refusal = Readonly<{ kind: ErrorKind; message?: string }>;

/** A failed call, with a message for the admin; it contains neither the system's own text nor our credentials. */
export class ConnectionProblem extends Problem {
  readonly kind: ErrorKind;
  constructor(kind: ErrorKind, name: string, retryAfter?: number, message?: string) {
    const retryInSeconds =
      kind === 'rate_limited' || kind === 'upstream_down' ? Math.max(1, Math.ceil(retryAfter ?? DEFAULT_RETRY_S)) : undefined;
    super(
      statuses[kind],
      kind,
      message ?? fill(messages.connections[kind], { name }),
      retryInSeconds === undefined ? {} : { retryAfter: retryInSeconds },
    );
    this.kind = kind;
  }
}
