import { type DraftPath, parseDraft, pathText } from './draft.ts';
import { isObject } from './reader.ts';

/** A territory in the JSON, with its path. */
export type NamedTerritory = Readonly<{ path: string; name: string }>;

const namesAt = (value: unknown, path: DraftPath): NamedTerritory[] => {
  if (typeof value === 'string') return [{ path: pathText(path), name: value }];
  return Array.isArray(value) ? value.flatMap((item, index) => (typeof item === 'string' ? namesAt(item, [...path, index]) : [])) : [];
};

/** The territories that a configuration names, with their paths: in conditions of any clause, and in sales of examples. */
export const namedTerritories = (value: unknown, path: DraftPath = []): NamedTerritory[] => {
  if (Array.isArray(value)) return value.flatMap((item, index) => namedTerritories(item, [...path, index]));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, item]) =>
    key === 'territory' ? namesAt(item, [...path, key]) : namedTerritories(item, [...path, key]),
  );
};

/** The names of the territories in a text, each once; none while it is broken. */
export const territoriesIn = (text: string): readonly string[] => [...new Set(namedTerritories(parseDraft(text)).map(({ name }) => name))];
