import { withoutSchema } from './attributes.ts';
import type { UserResource } from './userResource.ts';

/** The attributes that a client requests, and those that it excludes (RFC 7644, 3.9). */
export type AttributeChoice = Readonly<{ attributes?: string; excludedAttributes?: string }>;
type Json = Readonly<Record<string, unknown>>;

const alwaysReturned = ['schemas', 'id'];
const namesIn = (text: string): readonly string[] => text.split(',').flatMap((name) => withoutSchema(name.trim())?.toLowerCase() || []);

/** The parts of a value whose names are among the given ones, below its own name. */
const partsOf = (value: unknown, isIncluded: (part: string) => boolean): unknown => {
  if (Array.isArray(value)) return value.map((item) => partsOf(item, isIncluded));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).filter(([part]) => isIncluded(part.toLowerCase())));
};

/** @returns a function that keeps the chosen attributes of a user; `id` and `schemas` always */
export const attributeChooser = ({ attributes, excludedAttributes }: AttributeChoice): ((user: UserResource) => Json) => {
  const named = new Set(namesIn(attributes ?? excludedAttributes ?? ''));
  if (named.size === 0) return (user) => user;
  const namedInPart = new Set([...named].filter((name) => name.includes('.')).map((name) => name.slice(0, name.indexOf('.'))));
  const isRequested = attributes !== undefined;
  const choose = ([name, value]: [string, unknown]): (readonly [string, unknown])[] => {
    const key = name.toLowerCase();
    if (alwaysReturned.includes(key)) return [[name, value]];
    if (named.has(key)) return isRequested ? [[name, value]] : [];
    if (!namedInPart.has(key)) return isRequested ? [] : [[name, value]];
    return [[name, partsOf(value, (part) => named.has(`${key}.${part}`) === isRequested)]];
  };
  return (user) => Object.fromEntries(Object.entries(user).flatMap(choose));
};
