import { limits } from '../../../contract/limits.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { type Attribute, findAttribute, findPart, PATCH_SCHEMA } from './attributes.ts';
import { type Element, type FilterComparison, isMatch, isPrimary } from './filter.ts';
import { type Path, parsePath } from './path.ts';
import { ScimProblem } from './scimProblem.ts';

const t = messages.scim;
type Json = Readonly<Record<string, unknown>>;
type Verb = 'add' | 'replace' | 'remove';
/** The attributes that clients write, by name. */
export type Resource = Json;

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);
const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === '';

/** Microsoft Entra ID may wrap a single value: `[{ "value": "Ida" }]`. */
const unwrap = (value: unknown): unknown => {
  const [only, ...more] = Array.isArray(value) ? value : [];
  return isObject(only) && more.length === 0 && 'value' in only ? only.value : value;
};

/** Names as in the schema; unknown parts are dropped. @throws ScimProblem invalidValue */
export const toObject = (attribute: Attribute, value: unknown): Json => {
  if (!isObject(value)) throw new ScimProblem('invalidValue', fill(t.object, { field: attribute.name }));
  const known = Object.entries(value).map(([key, inner]) => [findPart(attribute, key), inner] as const);
  return Object.fromEntries(known.filter(([part]) => part !== undefined && part !== 'ignored'));
};

/** @throws ScimProblem invalidValue */
export const toElements = (attribute: Attribute, value: unknown): Element[] => {
  const list = isEmpty(value) ? [] : [value].flat();
  if (list.length > limits.scim.values)
    throw new ScimProblem('invalidValue', fill(t.list, { field: attribute.name, max: limits.scim.values }));
  return list.map((item) => toObject(attribute, typeof item === 'string' ? { value: item } : item));
};

/** Only one role is stored, so another one replaces it; a new primary email address replaces the old one. */
const addElements = (attribute: Attribute, current: readonly Element[], added: readonly Element[]): readonly Element[] => {
  if (attribute.name === 'roles') return added;
  const others = added.some(isPrimary) ? current.map((element) => ({ ...element, primary: false })) : current;
  return [...others, ...added];
};

const withPart = (element: Element, part: string, value: unknown): Element => {
  const { [part]: _, ...rest } = element;
  return isEmpty(value) ? rest : { ...rest, [part]: value };
};

const newElement = (comparisons: readonly FilterComparison[]): Element =>
  Object.fromEntries(comparisons.map(({ path, value }) => [path, value]));

/** @throws ScimProblem invalidValue, noTarget */
const changeElements = (
  verb: Verb,
  { text, attribute, part, elements }: Path,
  current: readonly Element[],
  value: unknown,
): readonly Element[] => {
  const isChosen = (element: Element): boolean => elements === null || isMatch(element, elements);
  const isFound = current.some(isChosen);
  if (part === null && verb === 'remove') return current.filter((element) => !isChosen(element));
  if (elements !== null && !isFound && verb === 'replace') throw new ScimProblem('noTarget', fill(t.noMatch, { path: text.slice(0, 100) }));
  const change = (element: Element): Element =>
    part === null ? { ...element, ...toObject(attribute, value) } : withPart(element, part, verb === 'remove' ? null : unwrap(value));
  if (isFound) return current.map((element) => (isChosen(element) ? change(element) : element));
  return verb === 'remove' ? current : [...current, change(newElement(elements ?? []))];
};

const changeList = (verb: Verb, path: Path, current: readonly Element[], value: unknown): readonly Element[] => {
  if (path.part !== null || path.elements !== null) return changeElements(verb, path, current, value);
  if (verb === 'remove') return [];
  const elements = toElements(path.attribute, value);
  return verb === 'replace' ? elements : addElements(path.attribute, current, elements);
};

const requiredProblem = ({ attribute, part }: Path): ScimProblem =>
  new ScimProblem('mutability', fill(t.removed, { field: [attribute.name, part].filter(Boolean).join('.') }));

const isRequired = ({ attribute, part }: Path): boolean => attribute.required === true && part !== 'formatted';

const applyAt = (resource: Resource, verb: Verb, path: Path, value: unknown): Resource => {
  const { attribute, part } = path;
  const { name, kind } = attribute;
  const current = resource[name];
  if (kind === 'list') {
    const elements = changeList(verb, path, (current ?? []) as Element[], value);
    if (isRequired(path) && elements.every((element) => isEmpty(element.value)))
      throw verb === 'remove' ? requiredProblem(path) : new ScimProblem('invalidValue', t.emailNeeded);
    return { ...resource, [name]: elements };
  }
  if (verb === 'remove' && isRequired(path)) throw requiredProblem(path);
  if (kind !== 'object') return { ...resource, [name]: verb === 'remove' || isEmpty(unwrap(value)) ? null : unwrap(value) };
  const object = (current ?? {}) as Json;
  if (part === null) return { ...resource, [name]: { ...object, ...toObject(attribute, value) } };
  return { ...resource, [name]: { ...object, [part]: verb === 'remove' ? null : unwrap(value) } };
};

/** Attributes without a path; a key may itself be a path, as Microsoft Entra ID sends it. Unknown ones are ignored. */
const applyObject = (resource: Resource, verb: Verb, value: unknown): Resource => {
  if (!isObject(value)) throw new ScimProblem('invalidValue', t.noPathValue);
  let changed = resource;
  for (const [key, inner] of Object.entries(value)) {
    const attribute = findAttribute(/^[\w$-]*/.exec(key)?.[0] ?? '');
    const isKnown = /^urn:/i.test(key) || (attribute !== undefined && attribute !== 'readOnly');
    const path = isKnown ? parsePath(key) : null;
    if (path) changed = applyAt(changed, verb, path, inner);
  }
  return changed;
};

const applyOperation = (resource: Resource, operation: unknown): Resource => {
  const { op, path, value } = isObject(operation) ? operation : {};
  const verb = (['add', 'replace', 'remove'] as const).find((candidate) => typeof op === 'string' && candidate === op.toLowerCase());
  if (verb === undefined) throw new ScimProblem('invalidSyntax', t.operation);
  if (isEmpty(path)) {
    if (verb === 'remove') throw new ScimProblem('noTarget', t.noTarget);
    return applyObject(resource, verb, value);
  }
  if (typeof path !== 'string') throw new ScimProblem('invalidPath', fill(t.path, { path: typeof path }));
  const parsed = parsePath(path);
  return parsed ? applyAt(resource, verb, parsed, value) : resource;
};

/**
 * Applies the operations of a PATCH (RFC 7644, 3.5.2) to the attributes of a user: all of them or none.
 * @throws ScimProblem
 */
export const applyPatch = (resource: Resource, body: unknown): Resource => {
  const { schemas, Operations: operations } = isObject(body) ? body : {};
  if (!Array.isArray(schemas) || !schemas.includes(PATCH_SCHEMA))
    throw new ScimProblem('invalidSyntax', fill(t.schema, { schema: PATCH_SCHEMA }));
  const { operations: max } = limits.scim;
  if (!Array.isArray(operations) || operations.length === 0 || operations.length > max)
    throw new ScimProblem('invalidSyntax', fill(t.operations, { max }));
  return operations.reduce<Resource>(applyOperation, resource);
};
