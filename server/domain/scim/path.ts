import { fill, messages } from '../../../contract/messages.ts';
import { type Attribute, findAttribute, findPart, valueParts, withoutSchema } from './attributes.ts';
import { type FilterComparison, parseComparisons } from './filter.ts';
import { ScimProblem } from './scimProblem.ts';

const t = messages.scim;
/** `part`: the sub-attribute; null for the whole attribute. `elements`: the elements of a list; null for all of them. */
export type Path = Readonly<{ text: string; attribute: Attribute; part: string | null; elements: readonly FilterComparison[] | null }>;

const refused = (path: string): ScimProblem => new ScimProblem('invalidPath', fill(t.path, { path: path.slice(0, 100) }));

const elementFilterOf = (text: string, filter: string): readonly FilterComparison[] => {
  const comparisons = parseComparisons(filter);
  if (comparisons.every(({ path }) => valueParts.includes(path))) return comparisons;
  throw new ScimProblem('invalidFilter', fill(t.valueFilter, { path: text.slice(0, 100) }));
};

/**
 * The path of a PATCH operation, such as `emails[type eq "work"].value`.
 * @returns null for an attribute that is not stored
 * @throws ScimProblem invalidPath, invalidFilter, mutability
 */
export const parsePath = (text: string): Path | null => {
  const path = withoutSchema(text.trim());
  if (path === null) return null;
  const [whole, name = '', filter, partText] = /^([A-Za-z$][\w$-]*)(?:\[(.*)\])?(?:\.([A-Za-z$][\w$-]*))?$/s.exec(path) ?? [];
  const attribute = findAttribute(name);
  if (whole === undefined || attribute === undefined) throw refused(text);
  if (attribute === 'readOnly') throw new ScimProblem('mutability', fill(t.readOnly, { field: name }));
  if (attribute === 'ignored') return null;
  const part = partText === undefined ? null : findPart(attribute, partText);
  if (part === 'ignored') return null;
  if (part === undefined || (filter !== undefined && attribute.kind !== 'list')) throw refused(text);
  return { text, attribute, part, elements: filter === undefined ? null : elementFilterOf(text, filter) };
};
