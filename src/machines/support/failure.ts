import { messages } from '../../../contract/messages.ts';

/** What a failed actor rejects with, as far as behaviour needs to know it. `status` is null when no answer came at all. */
export type Failure = Readonly<{ error: unknown; fallback: string }>;

const read = (value: unknown, key: string): unknown => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined);

/** The server's own sentence (`message`, else `error`), else the fallback. Technical messages of the network never reach people. */
export const failureOf = ({ error, fallback }: Failure): { message: string } => {
  const data = read(error, 'data');
  for (const key of ['message', 'error']) {
    const text = read(data, key);
    if (typeof text === 'string' && text.trim() !== '') return { message: text };
  }
  return { message: fallback };
};

/**
 * What a screen says of a failure: the server's own sentence; without any answer, that it could not be reached; else the fallback.
 * A fallback that the specification quotes (section 8), or that itself says what was kept, holds without an answer too: `failureOf`.
 */
export const sentenceOf = ({ error, fallback }: Failure): string =>
  failureOf({ error, fallback: statusOf(error) === null ? messages.network.offline : fallback }).message;

/** HTTP status of the answer that failed, null when none came. */
export const statusOf = (error: unknown): number | null => {
  const status = read(error, 'status');
  return typeof status === 'number' ? status : null;
};

/** Nobody knows whether it was done: no answer came, or the server broke. */
export const isUnanswered = (error: unknown): boolean => (statusOf(error) ?? 500) >= 500;

/** The server's message for each field, `{}` where it named none. */
export const fieldErrorsOf = (error: unknown): Readonly<Record<string, string>> => {
  const errors = read(read(error, 'data'), 'errors');
  if (typeof errors !== 'object' || errors === null) return {};
  return Object.fromEntries(Object.entries(errors).filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
};

/** What a form says of a save that failed: one sentence, and the server's message for each field. */
export const formFailureOf = (failure: Failure): Readonly<{ error: string; fields: Readonly<Record<string, string>> }> => ({
  error: sentenceOf(failure),
  fields: fieldErrorsOf(failure.error),
});
