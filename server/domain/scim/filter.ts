import { limits } from '../../../contract/limits.ts';
import { fill, messages } from '../../../contract/messages.ts';
import type { ProvisionedCondition } from '../../db/repositories/people/provisioned.ts';
import { rowId } from '../shared/rowId.ts';
import { withoutSchema } from './attributes.ts';
import { ScimProblem } from './scimProblem.ts';

const t = messages.scim;
/** `path` in lower case; the path of an email may itself contain a filter. */
export type FilterComparison = Readonly<{ path: string; value: string | boolean }>;

const comparison = /^\s*((?:urn:[\w.:-]+:)?[a-z$][\w$-]*(?:\[([^\]]*)\])?(?:\.[a-z$]\w*)?)\s+([a-z]+)\s+("(?:[^"\\]|\\.)*"|true|false)\s*/i;

const invalidFilterProblem = (part: string): ScimProblem => new ScimProblem('invalidFilter', fill(t.filter, { part: part.slice(0, 100) }));

const literalOf = (text: string): string | boolean => {
  try {
    const value = JSON.parse(text.startsWith('"') ? text : text.toLowerCase()) as string | boolean;
    return typeof value === 'string' ? value.normalize('NFC') : value;
  } catch {
    throw invalidFilterProblem(text);
  }
};

/** Comparisons with `eq`, joined by `and`. @throws ScimProblem invalidFilter */
export const parseComparisons = (text: string): FilterComparison[] => {
  if (text.length > limits.scim.filterMax) throw invalidFilterProblem(text);
  const comparisons: FilterComparison[] = [];
  for (let rest = text; ; ) {
    const match = comparison.exec(rest);
    const [whole = '', path = '', , operator = '', value = ''] = match ?? [];
    if (!match || operator.toLowerCase() !== 'eq') throw invalidFilterProblem(rest);
    comparisons.push({ path: path.toLowerCase(), value: literalOf(value) });
    rest = rest.slice(whole.length);
    if (rest === '') return comparisons;
    const joined = /^and\s/i.exec(rest);
    if (!joined) throw invalidFilterProblem(rest);
    rest = rest.slice(joined[0].length);
  }
};

/** An element of a list as stored in a resource. */
export type Element = Readonly<Record<string, unknown>>;

/** In lower case; '' for a value that is neither a string nor a boolean. */
const keyOf = (value: unknown): string => (typeof value === 'string' || typeof value === 'boolean' ? String(value).toLowerCase() : '');

/** Microsoft Entra ID sends booleans as strings: `primary eq "True"`. */
export const isMatch = (element: Element, comparisons: readonly FilterComparison[]): boolean =>
  comparisons.every(({ path, value }) => keyOf(element[path]) === keyOf(value));

export const isPrimary = ({ primary }: Element): boolean => keyOf(primary) === 'true';
export const isOfWork = ({ type }: Element): boolean => keyOf(type) === 'work';

/** Every user has one email address: a primary work address. */
const storedEmail = { type: 'work', primary: true };

/** The conditions of a filter; null if nobody can match. @throws ScimProblem invalidFilter */
const conditionOf = ({ path, value }: FilterComparison): ProvisionedCondition | null => {
  const [, name = '', inner, part = ''] = /^([^[\].]*)(?:\[([^\]]*)\])?(?:\.(.*))?$/.exec(withoutSchema(path)?.toLowerCase() ?? '') ?? [];
  const isText = typeof value === 'string';
  if (name === 'active' && inner === undefined && part === '') {
    if (!isText) return { field: 'active', value };
    if (/^(true|false)$/i.test(value)) return { field: 'active', value: value.toLowerCase() === 'true' };
  }
  if (!isText) throw invalidFilterProblem(path);
  if (name === 'emails' && (part === 'value' || (part === '' && inner === undefined)))
    return inner === undefined || isMatch(storedEmail, parseComparisons(inner)) ? { field: 'email', value } : null;
  if (inner !== undefined || part !== '') throw invalidFilterProblem(path);
  if (name === 'username') return { field: 'user_name', value };
  if (name === 'externalid') return { field: 'external_id', value };
  if (name !== 'id') throw invalidFilterProblem(path);
  const id = rowId(value);
  return id === null ? null : { field: 'id', value: id };
};

/** The conditions of a list's filter; null if nobody can match. @throws ScimProblem invalidFilter */
export const parseFilter = (text: string | undefined): readonly ProvisionedCondition[] | null => {
  if (text === undefined || text.trim() === '') return [];
  const conditions = parseComparisons(text).map(conditionOf);
  return conditions.some((condition) => condition === null) ? null : (conditions as ProvisionedCondition[]);
};
