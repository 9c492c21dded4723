import { withoutSchema } from './attributes.ts';
import type { UserResource } from './userResource.ts';

/** The attributes that a client asks for, and those that it does not want (RFC 7644, 3.9). */
export type AttributeChoice = Readonly<{ attributes?: string; excludedAttributes?: string }>;
type Json = Readonly<Record<string, unknown>>;

const alwaysReturned = ['schemas', 'id'];
const namesIn = (text: string): readonly string[] => text.split(',').flatMap((name) => withoutSchema(name.trim())?.toLowerCase() || []);

/** The parts of a value whose names are among the given ones, below its own name. */
const partsOf = (value: unknown, isKept: (part: string) => boolean): unknown => {
  if (Array.isArray(value)) return value.map((item) => partsOf(item, isKept));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).filter(([part]) => isKept(part.toLowerCase())));
};

/** The asked-for attributes of a user; `id` and `schemas` always. */
export const chooseAttributes = (user: UserResource, { attributes, excludedAttributes }: AttributeChoice): Json => {
  const named = namesIn(attributes ?? excludedAttributes ?? '');
  if (named.length === 0) return user;
  const isAsked = attributes !== undefined;
  const entries = Object.entries(user).flatMap(([name, value]) => {
    const key = name.toLowerCase();
    if (alwaysReturned.includes(key)) return [[name, value] as const];
    if (named.includes(key)) return isAsked ? [[name, value] as const] : [];
    if (!named.some((other) => other.startsWith(`${key}.`))) return isAsked ? [] : [[name, value] as const];
    return [[name, partsOf(value, (part) => named.includes(`${key}.${part}`) === isAsked)] as const];
  });
  return Object.fromEntries(entries);
};
