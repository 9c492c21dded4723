type PlainObject = Readonly<Record<string, unknown>>;

/** `rejected` is an access token. The output of an actor may be a generated or typed password, and so may the data of a row action. */
const SECRET_KEY = /passw|token|secret|credential|authorization|^(rejected|output|data|typed|reply|answer|code|codes|qr)$/i;
/** Events whose texts are all passwords: `password.submit` has `current`, `next` and `confirm`. */
const SECRET_EVENT = /^password\./;
/** Lists of secrets, such as recovery codes. */
const SECRET_LIST = /codes$/;
const REMOVED_TEXT = '(removed)';

const removeSecrets = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(removeSecrets);
  if (typeof value !== 'object' || value === null) return value;
  const isSecret = SECRET_EVENT.test(String((value as PlainObject).type));
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, isHidden(key, inner, isSecret) ? REMOVED_TEXT : removeSecrets(inner)]),
  );
};
const isHidden = (key: string, value: unknown, isSecret: boolean): boolean =>
  (Array.isArray(value) && SECRET_LIST.test(key)) ||
  (typeof value === 'string' && value !== '' && (SECRET_KEY.test(key) || (isSecret && key !== 'type')));

/** A plain JSON copy without passwords and tokens, for data that leaves the page; drops all objects if the message is not serializable. */
export const toSafeCopy = <Message extends object>(message: Message): Message => {
  try {
    return removeSecrets(JSON.parse(JSON.stringify(message))) as Message;
  } catch {
    return Object.fromEntries(Object.entries(message).filter(([, value]) => typeof value !== 'object')) as Message;
  }
};
