import { fill, messages } from '../../../contract/messages.ts';
/** The only error that use cases throw: it tells the caller, in a sentence they can act on, what they did wrong or what is in the way. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly status: number;
  readonly code: string;
  readonly errors: Readonly<Record<string, string>> | undefined;
  /** The current state, if the caller's is outdated. */
  readonly current: object | undefined;
  /** Seconds before a retry makes sense: the Retry-After header. */
  readonly retryAfter: number | undefined;

  constructor(
    status: number,
    code: string,
    message: string,
    details: { errors?: Readonly<Record<string, string>>; retryAfter?: number; current?: object } = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.errors = details.errors;
    this.retryAfter = details.retryAfter;
    this.current = details.current;
  }
}

export const forbidden = (): Problem => new Problem(403, 'forbidden', messages.server.forbidden);
export const notFoundProblem = (subject: string): Problem =>
  new Problem(404, 'not_found', fill(messages.refusals.notFound, { what: subject }));
/** A credit memo takes its people, shares and holds from its original (decisions 2.23), so it cannot have its own. */
export const creditMemoProblem = (details: Readonly<Record<string, unknown>> = {}): Problem =>
  new Problem(409, 'credit_memo', messages.invoiceRefusals.memo, details);

export const badRequest = (code: string, message: string, field?: string): Problem =>
  new Problem(400, code, message, field ? { errors: { [field]: message } } : {});
/** A valid request that the form refuses, with the first message and one per field. */
export const formProblem = (errors: Readonly<Record<string, string>>): Problem =>
  new Problem(422, 'form_refused', Object.values(errors)[0] ?? messages.refusals.form, { errors });
