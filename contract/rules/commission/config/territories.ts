import { fill, messages } from '../../../messages.ts';
import { caseKey } from '../../text.ts';
import { type DraftPath, parseDraft, pathText } from './draft.ts';
import { type ConfigPlace, isObject, refuse } from './reader.ts';

const t = messages.planErrors;
const MAX_LISTED = 10;

/** A territory in the JSON, with its path. */
export type NamedTerritory = Readonly<{ path: string; name: string }>;

const namesAt = (value: unknown, path: DraftPath): NamedTerritory[] => {
  if (typeof value === 'string') return [{ path: pathText(path), name: value }];
  return Array.isArray(value) ? value.flatMap((item, index) => (typeof item === 'string' ? namesAt(item, [...path, index]) : [])) : [];
};

/** The territories that a configuration names, with their paths: in the conditions of any clause, and in the sales of examples. */
export const namedTerritories = (value: unknown, path: DraftPath = []): NamedTerritory[] => {
  if (Array.isArray(value)) return value.flatMap((item, index) => namedTerritories(item, [...path, index]));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, item]) =>
    key === 'territory' ? namesAt(item, [...path, key]) : namedTerritories(item, [...path, key]),
  );
};

/** The distinct names of the territories in a text; none while it is invalid. */
export const territoriesIn = (text: string): readonly string[] => [...new Set(namedTerritories(parseDraft(text)).map(({ name }) => name))];

const ruleFor = (name: string, territories: readonly string[]): string => {
  const sameTerritory = territories.find((territory) => caseKey(territory) === caseKey(name));
  if (sameTerritory !== undefined) return fill(t.spelling, { name: sameTerritory });
  const values = territories.slice(0, MAX_LISTED).join(', ');
  const count = territories.length - MAX_LISTED;
  return count > 0 ? fill(t.oneOfMany, { values, count }) : fill(t.oneOf, { values });
};

/** Refuses each territory in the configuration that is not in the list. */
export const refuseUnknownTerritories = (place: ConfigPlace, territories: readonly string[]): void => {
  for (const { path, name } of namedTerritories(place.value))
    if (!territories.includes(name)) refuse({ ...place, path }, ruleFor(name, territories), null);
};
