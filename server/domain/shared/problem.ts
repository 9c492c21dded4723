import { fill, messages } from '../../../contract/messages.ts';
/** The one error a use case throws: what the caller did or what stands in the way, in a sentence they can act on. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly status: number;
  readonly code: string;
  readonly errors: Readonly<Record<string, string>> | undefined;
  /** What is kept now, where the caller has it wrong. */
  readonly current: object | undefined;
  /** Seconds until another try makes sense: the Retry-After header. */
  readonly retryAfter: number | undefined;

  constructor(
    status: number,
    code: string,
    message: string,
    more: { errors?: Readonly<Record<string, string>>; retryAfter?: number; current?: object } = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.errors = more.errors;
    this.retryAfter = more.retryAfter;
    this.current = more.current;
  }
}

export const forbidden = (): Problem => new Problem(403, 'forbidden', messages.server.forbidden);
export const notFound = (what: string): Problem => new Problem(404, 'not_found', fill(messages.refusals.notFound, { what }));
/** A query or cursor that cannot be answered: the field and what is wrong with it. */
/** A credit memo has the people, shares and holds of what it takes back (decisions 2.23). */
export const memoFollows = (more: Readonly<Record<string, unknown>> = {}): Problem =>
  new Problem(409, 'credit_memo', messages.invoiceRefusals.memo, more);

export const badRequest = (code: string, message: string, field?: string): Problem =>
  new Problem(400, code, message, field ? { errors: { [field]: message } } : {});
/** A form that was understood and refused: its first message, and each field's. */
export const refusedForm = (errors: Readonly<Record<string, string>>): Problem =>
  new Problem(422, 'form_refused', Object.values(errors)[0] ?? messages.refusals.form, { errors });
