export const USER_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const PATCH_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';

type Kind = 'text' | 'flag' | 'object' | 'list';
export type Attribute = Readonly<{ name: string; kind: Kind; required?: true; parts?: readonly string[] }>;

/** The parts of an element of a list. */
export const valueParts: readonly string[] = ['value', 'type', 'primary', 'display'];
/** The user attributes that clients write; of a list, only one value is stored. */
const writtenAttributes: readonly Attribute[] = [
  { name: 'userName', kind: 'text', required: true },
  { name: 'externalId', kind: 'text' },
  { name: 'displayName', kind: 'text' },
  { name: 'active', kind: 'flag', required: true },
  { name: 'name', kind: 'object', required: true, parts: ['givenName', 'familyName', 'formatted'] },
  { name: 'emails', kind: 'list', required: true, parts: valueParts },
  { name: 'roles', kind: 'list', parts: valueParts },
];
const readOnlyNames = ['id', 'meta', 'schemas', 'groups'];
/** RFC 7643, 4.1: attributes that identity providers send and this server does not store. A password is never taken from one. */
const ignoredNames = [
  ...['nickname', 'profileurl', 'title', 'usertype', 'preferredlanguage', 'locale', 'timezone', 'password'],
  ...['phonenumbers', 'ims', 'photos', 'addresses', 'entitlements', 'x509certificates'],
];
const ignoredNameParts = ['middlename', 'honorificprefix', 'honorificsuffix'];

const byName = new Map(writtenAttributes.map((attribute) => [attribute.name.toLowerCase(), attribute]));

/** Names of attributes and their parts are compared without case (RFC 7643, 2.1). */
export const findAttribute = (name: string): Attribute | 'readOnly' | 'ignored' | undefined => {
  const key = name.toLowerCase();
  if (readOnlyNames.includes(key)) return 'readOnly';
  return ignoredNames.includes(key) ? 'ignored' : byName.get(key);
};

export const findPart = ({ name, parts = [] }: Attribute, part: string): string | 'ignored' | undefined => {
  const key = part.toLowerCase();
  if (name === 'name' && ignoredNameParts.includes(key)) return 'ignored';
  return parts.find((candidate) => candidate.toLowerCase() === key);
};

/** The name without the URN of the user schema; null for an attribute of an extension. */
export const withoutSchema = (path: string): string | null => {
  const prefix = `${USER_SCHEMA}:`;
  if (path.toLowerCase().startsWith(prefix.toLowerCase())) return path.slice(prefix.length);
  return /^urn:/i.test(path) ? null : path;
};
