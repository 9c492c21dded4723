type Plain = Readonly<Record<string, unknown>>;

/** `rejected` is an access token; a string as the whole answer of an actor may be a password that was made up or typed into a prompt, and so may what a row's action holds. */
const SECRET = /passw|token|secret|credential|authorization|^(rejected|output|data|typed|answer)$/i;
/** Whose every text is a password: `password.submit` has `current`, `next` and `confirm`. */
const SECRET_EVENT = /^password\./;
const REMOVED = '(removed)';

const cleaned = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(cleaned);
  if (typeof value !== 'object' || value === null) return value;
  const all = SECRET_EVENT.test(String((value as Plain).type));
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, hides(key, inner, all) ? REMOVED : cleaned(inner)]));
};
const hides = (key: string, value: unknown, all: boolean): boolean =>
  typeof value === 'string' && value !== '' && (SECRET.test(key) || (all && key !== 'type'));

/** A copy as plain JSON without passwords and tokens, for what leaves the page; what is no JSON loses its contents. */
export const withoutSecrets = <Sent extends object>(sent: Sent): Sent => {
  try {
    return cleaned(JSON.parse(JSON.stringify(sent))) as Sent;
  } catch {
    return Object.fromEntries(Object.entries(sent).filter(([, value]) => typeof value !== 'object')) as Sent;
  }
};
