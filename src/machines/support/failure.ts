import { messages } from '../../../contract/messages.ts';

/** An actor's error, and the message to use if the server sent none. */
export type Failure = Readonly<{ error: unknown; fallback: string }>;

const read = (value: unknown, key: string): unknown => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined);

/** The server's message (`message`, else `error`), otherwise the fallback. Technical network errors are never shown to users. */
export const toFailure = ({ error, fallback }: Failure): { message: string } => {
  const data = read(error, 'data');
  for (const key of ['message', 'error']) {
    const text = read(data, key);
    if (typeof text === 'string' && text.trim() !== '') return { message: text };
  }
  return { message: fallback };
};

/**
 * The message for a failure: the server's; without a response, that it is unreachable; otherwise the fallback.
 * If the fallback is quoted in the specification (section 8) or says what was saved, it also applies without a response: use `failureOf`.
 */
export const toFailureMessage = ({ error, fallback }: Failure): string =>
  toFailure({ error, fallback: getErrorStatus(error) === null ? messages.network.offline : fallback }).message;

/** The HTTP status of a failed request; null without a response. */
export const getErrorStatus = (error: unknown): number | null => {
  const status = read(error, 'status');
  return typeof status === 'number' ? status : null;
};

/** True if the outcome is unknown: no response, or a server error. */
export const isUnanswered = (error: unknown): boolean => (getErrorStatus(error) ?? 500) >= 500;

/** The server's messages by field; `{}` if there are none. */
export const getFieldErrors = (error: unknown): Readonly<Record<string, string>> => {
  const errors = read(read(error, 'data'), 'errors');
  if (typeof errors !== 'object' || errors === null) return {};
  return Object.fromEntries(Object.entries(errors).filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
};

/** The messages of a failed save: one sentence, and the server's messages by field. */
export const toFormFailure = (failure: Failure): Readonly<{ error: string; fields: Readonly<Record<string, string>> }> => ({
  error: toFailureMessage(failure),
  fields: getFieldErrors(failure.error),
});
