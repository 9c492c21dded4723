import { limits } from '../../../contract/limits.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { findAttribute, USER_SCHEMA } from './attributes.ts';
import { type Element, isOfWork, isPrimary } from './filter.ts';
import { type Resource, toElements, toObject } from './patch.ts';
import { ScimProblem } from './scimProblem.ts';

const t = messages.scim;
const { textMax } = limits.scim;

/** A user as a client describes them; what it leaves out is unchanged. `roles`: the primary one first. */
export type ScimPerson = Readonly<{
  userName?: string;
  externalId?: string | null;
  displayName?: string | null;
  givenName?: string;
  familyName?: string;
  email?: string;
  active?: boolean;
  roles?: readonly string[];
}>;

/** The body of a POST or PUT; attributes that are not stored are ignored. @throws ScimProblem invalidSyntax, invalidValue */
export const toResource = (body: unknown): Resource => {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new ScimProblem('invalidSyntax', t.body);
  const { schemas } = body as { schemas?: unknown };
  if (!Array.isArray(schemas) || !schemas.includes(USER_SCHEMA))
    throw new ScimProblem('invalidSyntax', fill(t.schema, { schema: USER_SCHEMA }));
  const resource: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(body)) {
    const attribute = findAttribute(key);
    if (typeof attribute !== 'object') continue;
    const { name, kind } = attribute;
    if (kind === 'list') resource[name] = toElements(attribute, value);
    else resource[name] = kind === 'object' ? toObject(attribute, value ?? {}) : value;
  }
  return resource;
};

const invalid = (text: string, field: string): ScimProblem => new ScimProblem('invalidValue', fill(text, { field, max: textMax }));

/** Null for an empty text. */
const textOf = (field: string, value: unknown): string | null | undefined => {
  if (value === undefined || value === null || value === '') return value === undefined ? undefined : null;
  if (typeof value !== 'string' || value.length > textMax) throw invalid(t.text, field);
  return value.trim().normalize('NFC') || null;
};

const requiredTextOf = (field: string, value: unknown): string | undefined => {
  const text = textOf(field, value);
  if (text === null) throw invalid(t.required, field);
  return text;
};

/** Microsoft Entra ID may send `"False"`. */
const flagOf = (field: string, value: unknown): boolean | undefined => {
  if (value === undefined || typeof value === 'boolean') return value;
  if (typeof value !== 'string' || !/^(true|false)$/i.test(value)) throw invalid(t.flag, field);
  return value.toLowerCase() === 'true';
};

/** The values of a list, the primary one first, then the ones for work. */
const valuesOf = (field: string, elements: unknown): readonly string[] | undefined => {
  if (elements === undefined) return undefined;
  const rank = (element: Element): number => (isPrimary(element) ? 0 : isOfWork(element) ? 1 : 2);
  const ranked = [...(elements as readonly Element[])].sort((a, b) => rank(a) - rank(b));
  return ranked.flatMap(({ value }) => textOf(`${field}.value`, value) ?? []);
};

/** @throws ScimProblem invalidValue, naming the attribute */
export const parsePerson = ({ userName, externalId, displayName, name, emails, active, roles }: Resource): ScimPerson => {
  const { givenName, familyName } = (name ?? {}) as Readonly<Record<string, unknown>>;
  const addresses = valuesOf('emails', emails);
  const [email] = addresses ?? [];
  if (addresses && email === undefined && (emails as readonly Element[]).length > 0) throw new ScimProblem('invalidValue', t.emailNeeded);
  const person = {
    userName: requiredTextOf('userName', userName),
    externalId: textOf('externalId', externalId),
    displayName: textOf('displayName', displayName),
    givenName: requiredTextOf('name.givenName', givenName),
    familyName: requiredTextOf('name.familyName', familyName),
    email,
    active: flagOf('active', active),
    roles: valuesOf('roles', roles),
  };
  return Object.fromEntries(Object.entries(person).filter(([, value]) => value !== undefined));
};
